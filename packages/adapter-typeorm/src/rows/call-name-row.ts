import type { AccountId, CallFeed, CallName } from "@repute/domain";
import { EntitySchema } from "typeorm";
import type { RowOf } from "./columns.js";
import { accountId, integer, key, text } from "./columns.js";
import { recordTable } from "./record-table.js";

/** A call's name in the feed that it came from. */
export type FeedName = CallName & { readonly feed: CallFeed };
type Row = RowOf<FeedName>;

const schema = new EntitySchema<Row>({
  name: "call_name",
  tableName: "call_names",
  columns: { accountId, feed: key(text("feed")), name: key(text("name")), id: integer("id") },
});

const toRow = (account: AccountId, name: FeedName): Row => ({ accountId: account, ...name });

const fromRow = ({ accountId: _, ...name }: Row): FeedName => name;

export const callNameTable = recordTable(schema, toRow, fromRow);
