import { Agent } from "node:http";
import type { Job } from "../children/job.js";
import type { Endpoint } from "./endpoint.js";
import { getWhole } from "./get.js";

export type HammerOrder = Omit<Endpoint, "path"> & {
  /** Asked in turn. */
  readonly paths: readonly string[];
  readonly requests: number;
  readonly connections: number;
};

/** Asks so many times over a few connections; answers requests a second. */
export const hammer: Job<HammerOrder, number> = async ({ paths, requests, connections, ...rest }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let next = 0;
  const askOn = async () => {
    while (next < requests) {
      const path = paths[next % paths.length] ?? "/";
      next += 1;
      await getWhole({ ...rest, path }, agent);
    }
  };
  const started = performance.now();
  try {
    await Promise.all(Array.from({ length: connections }, askOn));
    return (requests * 1_000) / (performance.now() - started);
  } finally {
    agent.destroy();
  }
};
