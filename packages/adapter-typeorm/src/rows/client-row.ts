import type { AccountId, Client } from "@repute/domain";
import { EntitySchema } from "typeorm";
import type { AccountRow } from "./columns.js";
import { flag, integer, key, text } from "./columns.js";

export type ClientRow = AccountRow & Omit<Client, "account">;

export const clientSchema = new EntitySchema<ClientRow>({
  name: "client",
  tableName: "clients",
  columns: {
    clientId: key(text("client_id")),
    accountId: integer("account_id"),
    name: text("name"),
    jwkUrl: text("jwk_url"),
    createdAt: integer("created_at"),
    disabled: flag("disabled"),
    revoked: flag("revoked"),
  },
});

export const clientToRow = ({ account, ...client }: Client): ClientRow => ({ accountId: account, ...client });

export const clientFromRow = ({ accountId, ...row }: ClientRow): Client => ({
  ...row,
  account: accountId as AccountId,
});
