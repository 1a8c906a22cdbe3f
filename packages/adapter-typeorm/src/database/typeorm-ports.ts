import type { Ports } from "@repute/domain";
import type { Database } from "./database.js";
import { nodeSecrets } from "./node-secrets.js";

/** Returns the domain ports that an open database implements. */
export const typeormPorts = ({ storage, clock }: Database): Pick<Ports, "storage" | "clock" | "secrets"> => ({
  storage,
  clock,
  secrets: nodeSecrets,
});
