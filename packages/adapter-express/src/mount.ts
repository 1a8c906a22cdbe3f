import type { MountedRequest } from "./exchange.js";
import type { RouterOptions } from "./options.js";

/** What stands before every path of the router, as callers have to write it. */
export const mountOf = ({ baseUrl: path }: MountedRequest, { baseUrl }: RouterOptions): string =>
  (baseUrl ?? path ?? "").replace(/\/$/, "");
