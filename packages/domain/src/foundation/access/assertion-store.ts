import type { AuditRecord } from "../audit/audit-record.js";
import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";

/** Exchanged assertion. It cannot be exchanged again before `until`. */
export type SpentAssertion = { readonly clientId: string; readonly jti: string; readonly until: Instant };

/** Store of exchanged assertions. Each assertion can be exchanged for one token. */
export interface AssertionStore {
  /**
   * Stores an assertion and an audit record durably. Returns `false` and stores nothing if the assertion was already
   * spent. Of several concurrent calls, in any number of processes, exactly one gets `true`.
   * Purges the account's assertions that expired before `now`.
   */
  spend(account: AccountId, assertion: SpentAssertion, now: Instant, record: AuditRecord): Promise<boolean>;
}
