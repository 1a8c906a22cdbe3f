import type { Instant } from "../kernel/instant.js";
import type { Principal } from "../kernel/principal.js";
import { refusedAs } from "./audience.js";
import type { CallerStore } from "./caller-store.js";
import { refused } from "./refusal.js";

export type CallerStores = { readonly callers: CallerStore };

/**
 * Checks the caller again inside the unit of work.
 * Throws `unauthenticated` if the credential has become unusable, for example while the request body arrived.
 */
export async function stillAllowed({ callers }: CallerStores, by: Principal, now: Instant): Promise<void> {
  if (await callers.mayWrite(by.account, by, now)) return;
  throw refused(refusedAs.users, { reason: "revoked_meanwhile", principal: by });
}
