import { setTimeout as pause } from "node:timers/promises";
import { jwkUrlNotAllowed } from "@repute/domain";
import type { AllowedOrigins } from "./allowed-origins.js";
import { parseKeyUrl } from "./key-url.js";
import { isPublicAddress } from "./public-address.js";
import type { ResolveHost } from "./resolve-host.js";

const patience = 1_500;

/** Returns a function that checks the URL of a partner's keys. It throws if the service must not fetch keys from it. */
export function checkKeyUrl(allowed: AllowedOrigins, resolve: ResolveHost) {
  return async (text: string): Promise<void> => {
    const target = parseKeyUrl(text, allowed);
    if (!target) throw jwkUrlNotAllowed();
    if (target.guarded && !(await looksPublic(resolve, target.url.hostname))) throw jwkUrlNotAllowed();
  };
}

/**
 * True if all addresses of a host are public.
 * True for unknown hosts too, because each connection checks the host again.
 */
async function looksPublic(resolve: ResolveHost, host: string): Promise<boolean> {
  const unresolved: readonly string[] = [];
  const addresses = await Promise.race([
    resolve(host).catch(() => unresolved),
    pause(patience, unresolved, { ref: false }),
  ]);
  return addresses.every(isPublicAddress);
}
