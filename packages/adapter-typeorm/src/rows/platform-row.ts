import type { AccountId, Platform } from "@repute/domain";
import { EntitySchema } from "typeorm";
import type { RowOf } from "./columns.js";
import { accountId, flag, integer, key, nullable, text } from "./columns.js";
import { recordTable } from "./record-table.js";

type Row = RowOf<Platform>;

const schema = new EntitySchema<Row>({
  name: "platform",
  tableName: "platforms",
  columns: {
    accountId,
    id: key(integer("id")),
    name: text("name"),
    isSurvey: flag("is_survey"),
    active: nullable(flag("active")),
    isPrivate: flag("is_private"),
  },
});

const toRow = (account: AccountId, platform: Platform): Row => ({ accountId: account, ...platform });

const fromRow = ({ accountId: _, ...platform }: Row): Platform => platform;

export const platformTable = recordTable(schema, toRow, fromRow);
