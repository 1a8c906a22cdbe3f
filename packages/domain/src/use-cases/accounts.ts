import type { addFailures, appendAudit, readAudit, readFailures } from "../foundation/accounts/audit-trail.js";
import type {
  accountByKey,
  accountSettings,
  listAccounts,
  setAccountDisabled,
} from "../foundation/accounts/manage-accounts.js";
import type { erasePerson } from "../workflows/erasure/erase-person.js";
import type { liftSuppression } from "../workflows/erasure/lift-suppression.js";
import type { cleanUp } from "../workflows/nightly/clean-up.js";
import type { createPublishedAccount } from "../workflows/publishing/publish-account.js";

/** Use cases about accounts, which are the tenants. */
export interface AccountUseCases {
  /**
   * Creates an account with default settings. Throws `account_key_taken`, `invalid_account_key`,
   * `invalid_account_name` and `invalid_time_zone`.
   */
  readonly create: ReturnType<typeof createPublishedAccount>;
  /** Lists all accounts, sorted by key. */
  readonly list: ReturnType<typeof listAccounts>;
  /** Returns the account with a key. Throws `account_not_found`. */
  readonly byKey: ReturnType<typeof accountByKey>;
  /** Returns the settings of an account, such as the time zone. Amounts of money are in cents. */
  readonly settings: ReturnType<typeof accountSettings>;
  /** Disables or enables an account. A disabled account rejects all its credentials. Throws `account_not_found`. */
  readonly setDisabled: ReturnType<typeof setAccountDisabled>;
}

/** Use cases about the audit trail. */
export interface AuditUseCases {
  /**
   * Reads the audit records of the account with a key from a time on, in batches, oldest first. Throws
   * `account_not_found`.
   */
  readonly read: ReturnType<typeof readAudit>;
  /** Adds records to the audit trail of an account. */
  readonly append: ReturnType<typeof appendAudit>;
  /**
   * Reads the counts of failed authentications whose last failure is not before a time, in batches. Throws
   * `account_not_found`.
   */
  readonly failures: ReturnType<typeof readFailures>;
  /** Adds failed authentications to the counts of an account's credentials and clients. */
  readonly addFailures: ReturnType<typeof addFailures>;
}

/** Use cases for a person's request to be forgotten. */
export interface ErasureUseCases {
  /**
   * Erases all records of an account about a person in one transaction, and keeps the person out of later imports.
   * Throws `invalid_person` if the request does not identify a person.
   */
  readonly erase: ReturnType<typeof erasePerson>;
  /**
   * Lets imports store rows about an erased person again. Returns the number of identifiers that were removed from
   * the suppression list.
   */
  readonly lift: ReturnType<typeof liftSuppression>;
}

/** Use cases of the nightly job. */
export interface NightlyUseCases {
  /**
   * Deletes test submissions and expired data of all accounts, and completes or undoes work of crashed processes.
   * Returns the number of deleted test submissions by account, or `undefined` if the cleanup has run since `due` or
   * runs in another process.
   */
  readonly cleanUp: ReturnType<typeof cleanUp>;
}
