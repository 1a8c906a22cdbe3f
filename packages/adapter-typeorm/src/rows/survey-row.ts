import type { AccountId, Survey } from "@repute/domain";
import { EntitySchema } from "typeorm";
import type { RowOf } from "./columns.js";
import { accountId, integer, key, text } from "./columns.js";
import { recordTable } from "./record-table.js";

type Row = RowOf<Survey, { readonly questions: string }>;

const schema = new EntitySchema<Row>({
  name: "survey",
  tableName: "surveys",
  columns: { accountId, id: key(integer("id")), name: text("name"), questions: text("questions") },
});

const toRow = (account: AccountId, survey: Survey): Row => ({
  accountId: account,
  ...survey,
  questions: JSON.stringify(survey.questions),
});

const fromRow = ({ accountId: _, questions, ...row }: Row): Survey => ({
  ...row,
  questions: JSON.parse(questions) as Survey["questions"],
});

export const surveyTable = recordTable(schema, toRow, fromRow);
