import type { AuditRecord } from "../audit/audit-record.js";
import type { AccountId, CredentialId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { Credential } from "./credential.js";
import type { Standing } from "./standing.js";

/** Credential with the state of its account. */
export type KnownCredential = Standing & { readonly credential: Credential };

/** Creates the audit record of an added credential. */
export type RecordOf = (added: Credential) => AuditRecord;

/**
 * Store of the tokens of all accounts, for use before the account is known. Changes and their audit records are saved
 * in one unit of work.
 */
export interface CredentialStore {
  /** Adds a credential with the next id, which is unique across accounts. */
  add(
    account: AccountId,
    credential: Omit<Credential, "id" | "account">,
    hash: string,
    recordOf: RecordOf,
  ): Promise<Credential>;
  /** Returns the account's credentials by id, ascending. */
  all(account: AccountId): Promise<Credential[]>;
  byHash(hash: string): Promise<KnownCredential | undefined>;
  byId(id: CredentialId): Promise<Credential | undefined>;
  /** Updates the mutable values of the credential with this account and id. */
  save(account: AccountId, credential: Credential, record: AuditRecord): Promise<void>;
  /** Updates only `lastUsedAt`, so that it does not overwrite a concurrent change of state. */
  noteUse(account: AccountId, id: CredentialId, at: Instant): Promise<void>;
}
