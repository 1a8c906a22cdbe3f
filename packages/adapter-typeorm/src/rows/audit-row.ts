import { randomBytes } from "node:crypto";
import type { AccountId, AuditRecord } from "@repute/domain";
import { EntitySchema } from "typeorm";
import type { RowOf } from "./columns.js";
import { accountId, integer, key, nullable, text } from "./columns.js";

/** The id tells records of the same millisecond apart, and no two processes have to agree on it. */
export type AuditRow = RowOf<AuditRecord, { readonly filters: string }> & { readonly id: string };

export const auditSchema = new EntitySchema<AuditRow>({
  name: "audit_record",
  tableName: "audit",
  columns: {
    accountId,
    at: key(integer("at")),
    id: key(text("id")),
    actor: text("actor"),
    actorId: nullable(text("actor_id")),
    action: text("action"),
    subject: nullable(text("subject")),
    filters: text("filters"),
    rows: nullable(integer("row_count")),
    outcome: text("outcome"),
  },
});

export const auditToRow = (account: AccountId, record: AuditRecord): AuditRow => ({
  accountId: account,
  id: randomBytes(9).toString("base64url"),
  ...record,
  filters: JSON.stringify(record.filters),
});

export const auditFromRow = ({ accountId: _, id: __, filters, ...row }: AuditRow): AuditRecord => ({
  ...row,
  filters: JSON.parse(filters) as string[],
});
