import type { AccountId, Credential } from "@repute/domain";
import { EntitySchema } from "typeorm";
import type { RowOf } from "./columns.js";
import { flag, integer, key, nullable, text } from "./columns.js";

/** A credential and the hash that finds it. */
export type CredentialRow = RowOf<Omit<Credential, "account">> & { readonly hash: string };

export const credentialSchema = new EntitySchema<CredentialRow>({
  name: "credential",
  tableName: "credentials",
  columns: {
    id: key(integer("id")),
    accountId: integer("account_id"),
    kind: text("kind"),
    name: text("name"),
    hash: text("hash"),
    createdAt: integer("created_at"),
    expiresAt: nullable(integer("expires_at")),
    lastUsedAt: nullable(integer("last_used_at")),
    disabled: flag("disabled"),
    revoked: flag("revoked"),
  },
});

export const credentialToRow = ({ account, ...credential }: Credential, hash: string): CredentialRow => ({
  accountId: account,
  ...credential,
  hash,
});

export const credentialFromRow = ({ accountId, hash: _, ...row }: CredentialRow): Credential => ({
  ...row,
  account: accountId as AccountId,
});
