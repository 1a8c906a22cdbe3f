import type { Ports } from "@repute/domain";
import type { Database } from "./database.js";
import { nodeSecrets } from "./node-secrets.js";

/** Returns the ports of the domain for an open database. */
export const typeormPorts = ({ storage, clock }: Database): Pick<Ports, "storage" | "clock" | "secrets"> => ({
  storage,
  clock,
  secrets: nodeSecrets,
});
