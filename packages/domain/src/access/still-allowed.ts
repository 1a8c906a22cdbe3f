import type { Instant } from "../kernel/instant.js";
import type { Principal } from "../kernel/principal.js";
import { refusedAs } from "./audience.js";
import type { CallerStore } from "./caller-store.js";
import { refused } from "./refusal.js";

/** What a unit of work needs to check its caller again. */
export type CallerStores = { readonly callers: CallerStore };

/**
 * Checks the caller again within the unit of work: the credential may have been revoked while the request's body arrived.
 * Throws `unauthenticated` if it may no longer be used.
 */
export async function stillAllowed({ callers }: CallerStores, by: Principal, now: Instant): Promise<void> {
  if (await callers.mayWrite(by.account, by, now)) return;
  throw refused(refusedAs.users, { reason: "revoked_meanwhile", principal: by });
}
