import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { Principal } from "../kernel/principal.js";

/** Callers, as a unit of work sees them. */
export interface CallerStore {
  /**
   * Whether the account is enabled and, if `by` names a credential of the service, that credential may be used at `now`. The
   * answer stays true until the unit of work ends: a revocation takes effect before it or after it. A credential that the
   * service does not know belongs to the host and is not checked.
   */
  mayWrite(account: AccountId, by: Principal | undefined, now: Instant): Promise<boolean>;
}
