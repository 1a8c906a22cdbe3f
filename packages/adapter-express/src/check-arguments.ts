import type { Domain } from "@repute/domain";
import type { RouterOptions } from "./options.js";

/**
 * Throws a TypeError for missing arguments, so that a JavaScript host fails at startup and not at the first request.
 */
export function checkArguments(domain: Domain | undefined, options: Partial<RouterOptions> | undefined): void {
  if (typeof domain?.access?.authenticate !== "function") {
    throw new TypeError("the router's domain is missing; pass the result of createDomain");
  }
  if (typeof options?.report !== "function") {
    throw new TypeError("the router's option report is missing; pass a function that takes an error and a request id");
  }
  checkLogin(options);
  if (options.log !== undefined && typeof options.log !== "function") {
    throw new TypeError("the router's option log must be a function");
  }
}

function checkLogin({ authenticate, ownCredentials }: Partial<RouterOptions>): void {
  if (authenticate !== undefined && typeof authenticate !== "function") {
    throw new TypeError("the router's option authenticate must be a function");
  }
  if (ownCredentials === false && authenticate === undefined) {
    throw new TypeError("the router accepts nobody if ownCredentials is false and authenticate is missing");
  }
}
