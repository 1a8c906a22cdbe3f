import type { AccountId } from "../kernel/ids.js";

/** Kinds of records whose ids the service assigns in ascending order. */
export type NumberedKind = "appointments" | "calls" | "importAttempts" | "invites" | "patientFiles" | "submissions";

/** Reads the record ids of an account. */
export interface IdReader {
  /**
   * Returns the highest record id of a kind in the account, or 0 if there are no records.
   * For `calls`, includes ids that are reserved for calls from a call tracker.
   */
  greatest(account: AccountId, kind: NumberedKind): Promise<number>;
}
