import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { Principal } from "../kernel/principal.js";

/** Checks inside a unit of work whether a caller may write. */
export interface CallerStore {
  /**
   * True if the account is enabled and the caller's credential is usable at `now`.
   * Users of the host application, and credentials that only the host application knows, count as usable.
   *
   * The result stays valid until the unit of work ends.
   * A concurrent revocation takes effect either before or after the unit of work.
   */
  mayWrite(account: AccountId, by: Principal | undefined, now: Instant): Promise<boolean>;
}
