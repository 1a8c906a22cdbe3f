import type { AccountStatus } from "../accounts/account-status.js";
import type { AuditRecord } from "../audit/audit-record.js";
import type { AccountId } from "../kernel/ids.js";
import type { Client } from "./client.js";

/** Client and the state of its account. */
export type KnownClient = AccountStatus & { readonly client: Client };

/**
 * Store of the clients of all accounts. Can be used before the account of a request is known.
 *
 * A change and its audit record are saved in one unit of work.
 */
export interface ClientStore {
  add(client: Client, record: AuditRecord): Promise<void>;
  /** Returns an account's clients, oldest first. */
  all(account: AccountId): Promise<Client[]>;
  byId(clientId: string): Promise<KnownClient | undefined>;
  /** Updates the state of a client, identified by its account and id. */
  save(account: AccountId, client: Client, record: AuditRecord): Promise<void>;
}
