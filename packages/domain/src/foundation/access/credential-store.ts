import type { AccountStatus } from "../accounts/account-status.js";
import type { AuditRecord } from "../audit/audit-record.js";
import type { AccountId, CredentialId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { Credential } from "./credential.js";

/** Credential and the state of its account. */
export type KnownCredential = AccountStatus & { readonly credential: Credential };

/** Creates the audit record for a new credential. */
export type RecordOf = (added: Credential) => AuditRecord;

/**
 * Store of the tokens of all accounts. Can be used before the account of a request is known.
 *
 * A change and its audit record are saved in one unit of work.
 */
export interface CredentialStore {
  /** Adds a credential with the next id, which is unique across accounts. */
  add(
    account: AccountId,
    credential: Omit<Credential, "id" | "account">,
    hash: string,
    recordOf: RecordOf,
  ): Promise<Credential>;
  /** Returns an account's credentials, sorted by id. */
  all(account: AccountId): Promise<Credential[]>;
  byHash(hash: string): Promise<KnownCredential | undefined>;
  byId(id: CredentialId): Promise<Credential | undefined>;
  /** Updates the mutable values of a credential, identified by its account and id. */
  save(account: AccountId, credential: Credential, record: AuditRecord): Promise<void>;
  /** Updates only `lastUsedAt`, so that a concurrent change of state is not overwritten. */
  noteUse(account: AccountId, id: CredentialId, at: Instant): Promise<void>;
}
