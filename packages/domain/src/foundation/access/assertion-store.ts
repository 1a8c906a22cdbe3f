import type { AuditRecord } from "../audit/audit-record.js";
import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";

/** Client assertion that was exchanged for a token. It cannot be exchanged again before `until`. */
export type SpentAssertion = { readonly clientId: string; readonly jti: string; readonly until: Instant };

/** Store of exchanged client assertions. Each assertion can be exchanged only once. */
export interface AssertionStore {
  /**
   * Marks an assertion as exchanged and appends an audit record. Returns `false` if it was exchanged before.
   *
   * Both writes are durable. Nothing is written if the result is `false`.
   * If several processes use the same assertion at the same time, exactly one call returns `true`.
   * Also deletes the account's assertions that expired before `now`.
   */
  spend(account: AccountId, assertion: SpentAssertion, now: Instant, record: AuditRecord): Promise<boolean>;
}
