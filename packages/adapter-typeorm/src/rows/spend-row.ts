import type { AccountId, Spend } from "@repute/domain";
import { EntitySchema } from "typeorm";
import type { RowOf } from "./columns.js";
import { accountId, integer, key, text } from "./columns.js";
import { recordTable } from "./record-table.js";

type Row = RowOf<Spend>;

const schema = new EntitySchema<Row>({
  name: "spend",
  tableName: "spends",
  columns: {
    accountId,
    id: key(integer("id")),
    campaignId: integer("campaign_id"),
    from: text("start_date"),
    to: text("end_date"),
    amount: integer("amount"),
  },
});

const toRow = (account: AccountId, spend: Spend): Row => ({ accountId: account, ...spend });

const fromRow = ({ accountId: _, ...spend }: Row): Spend => spend;

export const spendTable = recordTable(schema, toRow, fromRow);
