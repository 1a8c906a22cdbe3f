import type { AccountId, GivenAnswer } from "@repute/domain";
import { EntitySchema } from "typeorm";
import type { RowOf } from "./columns.js";
import { accountId, integer, key, text } from "./columns.js";
import { recordTable } from "./record-table.js";

type Row = RowOf<GivenAnswer>;

const schema = new EntitySchema<Row>({
  name: "answer",
  tableName: "answers",
  columns: { accountId, key: key(text("key")), request: text("request"), answer: text("answer"), at: integer("at") },
});

const toRow = (account: AccountId, answer: GivenAnswer): Row => ({ accountId: account, ...answer });

const fromRow = ({ accountId: _, ...answer }: Row): GivenAnswer => answer;

export const answerTable = recordTable(schema, toRow, fromRow);
