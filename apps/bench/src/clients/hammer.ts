import type { Job } from "../children/job.js";
import type { Endpoint } from "./endpoint.js";
import { getWhole } from "./get.js";
import { overConnections } from "./over-connections.js";

export type HammerOrder = Omit<Endpoint, "path"> & {
  /** Asked in turn. */
  readonly paths: readonly string[];
  readonly requests: number;
  readonly connections: number;
};

/** Asks so many times over a few connections; answers requests a second. */
export const hammer: Job<HammerOrder, number> = ({ paths, requests, connections, ...rest }) =>
  overConnections(requests, connections, (index, agent) =>
    getWhole({ ...rest, path: paths[index % paths.length] ?? "/" }, agent),
  );
