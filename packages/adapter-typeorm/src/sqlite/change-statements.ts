import type { AccountId, ChangeSlice } from "@repute/domain";
import { type ChangePosition, lastOfAll } from "../lists/change-position.js";
import { deletionIn, entryIn, lengthOf } from "../lists/item-form.js";
import { isAmong } from "../lists/list-names.js";
import type { RangeOf } from "../lists/position-range.js";
import type { Bound, ListConnection } from "./list-connection.js";
import { sqliteDialect } from "./sqlite-dialect.js";
import { type Gathered, retainedRows, type Steps } from "./steps.js";

/** SQL expressions by column name. Each column has one expression for entries and one for deletions. */
type Values = Readonly<Record<string, { readonly entry: string; readonly tombstone: string }>>;

const order = "revision, list, kind, id";
const entryLength = lengthOf({ change: true });
const deletion = `CAST(${deletionIn(sqliteDialect)} AS BLOB)`;

/** Prepares statements that read changes in revision order. A change is either a current entry or a deletion. */
export function changeStatements(
  connection: ListConnection,
  account: AccountId,
  { lists, separator = "," }: Pick<ChangeSlice, "lists" | "separator">,
): Steps<ChangePosition> {
  const listFilter = lists && isAmong(lists, sqliteDialect, "@lists");
  const ofRow = (value: string) => (listFilter ? `iif(${listFilter.condition}, ${value}, NULL)` : value);
  const rows = (values: Values) => {
    const branch = (table: "feed" | "feed_tombstones") => {
      const columns = Object.entries(values).map(
        ([name, { entry, tombstone }]) => `, ${ofRow(table === "feed" ? entry : tombstone)} AS ${name}`,
      );
      return `SELECT ${order}${columns.join("")} FROM ${table}${table === "feed" ? " INDEXED BY feed_by_revision" : ""}
        WHERE account_id = @account AND (${order}) > (@afterRevision, @afterList, @afterKind, @afterId)
          AND (${order}) <= (@lastRevision, @lastList, @lastKind, @lastId)`;
    };
    return `${branch("feed")} UNION ALL ${branch("feed_tombstones")} ORDER BY ${order}`;
  };
  const item = { entry: `CAST(${entryIn({ change: true }, sqliteDialect)} AS BLOB)`, tombstone: deletion };
  const first = connection.prepare(
    `SELECT count(*) AS rows, count(item) AS count, max(length(item)) AS longest, NULL AS at,
       CAST(group_concat(item, @separator) FILTER (WHERE length(item) <= @longest) AS BLOB) AS json
     FROM (${rows({ item })} LIMIT @rows)`,
  );
  const position = connection.prepare(`${rows({})} LIMIT 1 OFFSET @skipped`);
  const one = { entry: "1", tombstone: "1" };
  const matching = connection.prepare(
    `SELECT ${order} FROM (${rows({ kept: one })} LIMIT @rows) WHERE kept IS NOT NULL ORDER BY ${order}`,
  );
  const size = { entry: `${entryLength} + 1`, tombstone: "251" };
  const measure = connection.prepare(
    `SELECT count(size) AS count, coalesce(sum(size), 0) AS bytes FROM (${rows({ size })})`,
  );
  const bind = ({ after, last }: RangeOf<ChangePosition>): Bound => ({
    account,
    ...named("after", after ?? { revision: 0, list: "", kind: 0, id: 0 }),
    ...named("last", last ?? lastOfAll),
  });
  const lists_ = listFilter ? { lists: listFilter.value } : {};
  return {
    gatherFirst: (bounds, count, longest) =>
      first.get({ ...bind(bounds), ...lists_, separator, rows: count, longest }) as Gathered,
    soleAt: () => undefined,
    positionOf: (bounds, count) => position.get({ ...bind(bounds), skipped: count - 1 }) as ChangePosition | undefined,
    retainFirst: (bounds, count) =>
      retainedRows(matching.all({ ...bind(bounds), ...lists_, rows: count }) as ChangePosition[]),
    measure: (bounds) =>
      measure.get({ ...bind(bounds), ...lists_ }) as { readonly count: number; readonly bytes: number },
  };
}

const named = (name: "after" | "last", { revision, list, kind, id }: ChangePosition): Bound => ({
  [`${name}Revision`]: revision,
  [`${name}List`]: list,
  [`${name}Kind`]: kind,
  [`${name}Id`]: id,
});
