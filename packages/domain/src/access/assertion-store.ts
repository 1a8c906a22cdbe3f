import type { AuditRecord } from "../audit/audit-record.js";
import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";

/** An assertion that somebody wants a token for, and until when nobody else may get one for it. */
export type SpentAssertion = { readonly clientId: string; readonly jti: string; readonly until: Instant };

/** Assertions that were exchanged: each is good for one token. */
export interface AssertionStore {
  /**
   * Puts an assertion on record together with what the audit trail says of it; `false`, and nothing on record, when it
   * was there. Of any number of calls at the same time, in any number of processes, one gets `true`, once it is
   * on disk. Forgets the account's assertions whose time had run out at `now`.
   */
  spend(account: AccountId, assertion: SpentAssertion, now: Instant, record: AuditRecord): Promise<boolean>;
}
