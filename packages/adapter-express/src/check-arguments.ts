import type { Domain } from "@repute/domain";
import type { RouterOptions } from "./options.js";

/** Tells a host without types at once what it forgot, instead of at the first request that needs it. */
export function checkArguments(domain: Domain | undefined, options: Partial<RouterOptions> | undefined): void {
  if (typeof domain?.access?.authenticate !== "function") {
    throw new TypeError("the router's domain is missing; pass the result of createDomain");
  }
  if (typeof options?.report !== "function") {
    throw new TypeError("the router's option report is missing; pass a function that takes an error and a request id");
  }
  if (options.log !== undefined && typeof options.log !== "function") {
    throw new TypeError("the router's option log must be a function");
  }
}
