import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { Principal } from "../kernel/principal.js";

/** Checks inside a unit of work whether a caller may write. */
export interface CallerStore {
  /**
   * True if the account is enabled and the credential `by` is usable at `now`. Does not check the host's own
   * credentials.
   *
   * The result stays valid until the unit of work ends, because a revocation takes effect either before or after the
   * unit of work.
   */
  mayWrite(account: AccountId, by: Principal | undefined, now: Instant): Promise<boolean>;
}
