import type { AccountId } from "../kernel/ids.js";

/** Kinds of records to which the service assigns ids in ascending order. */
export type NumberedKind = "appointments" | "calls" | "importAttempts" | "invites" | "patientFiles" | "submissions";

/** Reads the ids that are in use. */
export interface IdReader {
  /**
   * Returns the highest id of the account's records of a kind, or 0 if there are no records. For `calls`, includes the
   * ids that are reserved for calls of a call tracker.
   */
  greatest(account: AccountId, kind: NumberedKind): Promise<number>;
}
