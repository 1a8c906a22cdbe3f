import type { AuditRecord } from "../audit/audit-record.js";
import type { AccountId, CredentialId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { Credential } from "./credential.js";
import type { Standing } from "./standing.js";

/** A credential together with the state of its account. */
export type KnownCredential = Standing & { readonly credential: Credential };

/** What the audit trail says of a credential that was added. */
export type RecordOf = (added: Credential) => AuditRecord;

/** Tokens of all accounts: looked up before the account is known. What changes one puts the record into the same unit of work. */
export interface CredentialStore {
  /** Adds a credential under the next id, unique over all accounts. */
  add(
    account: AccountId,
    credential: Omit<Credential, "id" | "account">,
    hash: string,
    recordOf: RecordOf,
  ): Promise<Credential>;
  /** By id ascending; never another account's. */
  all(account: AccountId): Promise<Credential[]>;
  byHash(hash: string): Promise<KnownCredential | undefined>;
  byId(id: CredentialId): Promise<Credential | undefined>;
  /** Replaces what may change of the credential with the same account and id. */
  save(account: AccountId, credential: Credential, record: AuditRecord): Promise<void>;
  /** Moves `lastUsedAt` alone, so that it never undoes a change of state made meanwhile. */
  noteUse(account: AccountId, id: CredentialId, at: Instant): Promise<void>;
}
