import type { AccountId, Message } from "@repute/domain";
import { EntitySchema } from "typeorm";
import type { RowOf } from "./columns.js";
import { accountId, flag, integer, key, text } from "./columns.js";
import { recordTable } from "./record-table.js";

type Row = RowOf<Message, { readonly languages: string }>;

const schema = new EntitySchema<Row>({
  name: "message",
  tableName: "messages",
  columns: {
    accountId,
    id: key(integer("id")),
    name: text("name"),
    languages: text("languages"),
    silenced: flag("silenced"),
  },
});

const toRow = (account: AccountId, message: Message): Row => ({
  accountId: account,
  ...message,
  languages: JSON.stringify(message.languages),
});

const fromRow = ({ accountId: _, languages, ...row }: Row): Message => ({
  ...row,
  languages: JSON.parse(languages) as Message["languages"],
});

export const messageTable = recordTable(schema, toRow, fromRow);
