import type { AuditRecord } from "../audit/audit-record.js";
import type { AccountId } from "../kernel/ids.js";
import type { Client } from "./client.js";
import type { Standing } from "./standing.js";

/** A client together with the state of its account. */
export type KnownClient = Standing & { readonly client: Client };

/** Clients of all accounts: looked up before the account is known. What changes one puts the record into the same unit of work. */
export interface ClientStore {
  add(client: Client, record: AuditRecord): Promise<void>;
  /** Oldest first; never another account's. */
  all(account: AccountId): Promise<Client[]>;
  byId(clientId: string): Promise<KnownClient | undefined>;
  /** Replaces the state of the client with the same account and id. */
  save(account: AccountId, client: Client, record: AuditRecord): Promise<void>;
}
