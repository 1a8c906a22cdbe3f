import type { MountedRequest } from "./exchange.js";
import type { RouterOptions } from "./options.js";

/** Returns the public path under which the host has mounted the router. */
export const mountOf = ({ baseUrl: path }: MountedRequest, { baseUrl }: RouterOptions): string =>
  (baseUrl ?? path ?? "").replace(/\/$/, "");
