import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { Principal } from "../kernel/principal.js";

/** Checks callers inside a unit of work. */
export interface CallerStore {
  /**
   * Returns true if the account is enabled and the credential `by` is usable at `now`. Does not check credentials that
   * belong to the host.
   * The result stays valid until the unit of work ends, because a revocation takes effect either before or after it.
   */
  mayWrite(account: AccountId, by: Principal | undefined, now: Instant): Promise<boolean>;
}
