import type { MountedRequest } from "./exchange.js";
import type { RouterOptions } from "./options.js";

/** Returns the public path under which the router is mounted. */
export const mountOf = ({ baseUrl: path }: MountedRequest, { baseUrl }: RouterOptions): string =>
  (baseUrl ?? path ?? "").replace(/\/$/, "");
