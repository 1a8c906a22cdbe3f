import type { AccountId, ChangeSlice, FeedList, FeedSlice } from "@repute/domain";
import {
  type ChangePosition,
  isDescending,
  lastOfAll,
  maxInteger,
  minInteger,
  type Position,
  type PositionRange,
  type RangeOf,
} from "../lists/list-position.js";
import {
  accessPathOf,
  deletionIn,
  entryIn,
  isAmong,
  isAsStored,
  lengthOf,
  type SliceForm,
  type Writing,
} from "../lists/list-query.js";
import type { PackedStep } from "../segments/segment-batches.js";
import type { Bound, ListConnection } from "./sqlite-connection.js";
import { sqliteDialect } from "./sqlite-dialect.js";

/** Reads ranges of sorted rows. Each row has a unique position in the sort order. */
export type Steps<P> = {
  /** Returns the items of the first `count` rows of a range. Omits items that are longer than `longest` bytes. */
  gatherFirst(bounds: RangeOf<P>, count: number, longest: number): Gathered;
  /** Returns the position of the only row with a given time. Returns undefined if several rows have this time. */
  soleAt(at: number): P | undefined;
  /** Returns the position of the `count`-th row in a range. Rows that the slice excludes are counted too. */
  positionOf(bounds: RangeOf<P>, count: number): P | undefined;
  /** Returns the rows that match the slice among the first `count` rows in a range. */
  retainFirst(bounds: RangeOf<P>, count: number): RetainedRows<P>;
  /** Returns the number and the total size in bytes of the matching items in a range. */
  measure(bounds: RangeOf<P>): { readonly count: number; readonly bytes: number };
};

/** Items that fit into one batch. May be empty. */
export type Step = PackedStep & { readonly isLast: boolean };

/** Content of the first rows in a range. Nullable members are null if the range has no rows. */
export type Gathered = {
  readonly rows: number;
  /** Number of rows that match the slice. `json` contains their items. */
  readonly count: number;
  readonly json: Uint8Array | null;
  /** Length in bytes of the longest item. A number above the requested limit means that an item was omitted. */
  readonly longest: number | null;
  /** Time of the last row. Null if the rows have no time. */
  readonly at: number | null;
};

/** Number and positions of the rows that match a slice. */
type RetainedRows<P> = { readonly count: number; at(index: number): P };

const retainedRows = <P>(all: readonly P[]): RetainedRows<P> => ({
  count: all.length,
  at: (index) => all[index] as P,
});

/** Prepares the statements that read a slice of a list. Each statement reads a range of rows. */
export function listStatements(
  connection: ListConnection,
  account: AccountId,
  list: FeedList,
  slice: SliceForm,
): Steps<Position> {
  const bound: Record<string, string | number> = { account, list, separator: slice.separator ?? "," };
  const rows = rowsOf(slice, {
    dialect: sqliteDialect,
    list,
    own: "account_id = @account AND list = @list",
    bind(value) {
      const name = `v${Object.keys(bound).length}`;
      bound[name] = value;
      return `@${name}`;
    },
  });
  const size = `${lengthOf(slice)} + 1`;
  const item = isAsStored(slice) ? "item" : `CAST(${entryIn(slice, sqliteDialect, list)} AS BLOB)`;
  // NULL stands for an item that is too long, because computing the length of the longest item would take 10% more time.
  const items = rows.keepsAll ? { item: `iif(${lengthOf(slice)} <= @longest, ${item}, NULL)` } : { item };
  const gathered = rows.keepsAll
    ? { longest: "iif(count(item) < count(*), @longest + 1, 0)", items: "group_concat(item, @separator)" }
    : {
        longest: "max(length(item))",
        items: "group_concat(item, @separator) FILTER (WHERE length(item) <= @longest)",
      };
  const first = connection.prepare(
    `SELECT count(*) AS rows, count(item) AS count, ${gathered.longest} AS longest,
       ${isDescending(slice) ? "min" : "max"}(at) AS at, CAST(${gathered.items} AS BLOB) AS json
     FROM (${rows.inRange(items, "LIMIT @rows")})`,
  );
  // Prepare the other statements on demand, because a short list needs only the first statement.
  const sole = () => connection.prepare(`${rows.at} LIMIT 2`);
  const position = () => connection.prepare(rows.inRange({}, "LIMIT 1 OFFSET @skipped"));
  const matching = () =>
    connection.prepare(
      `SELECT at, kind, id FROM (${rows.inRange({ kept: "1" }, "LIMIT @rows")}) WHERE kept IS NOT NULL`,
    );
  const counting = () => connection.prepare(`SELECT count(*) AS count FROM (${rows.inRange({}, "LIMIT @rows")})`);
  const measure = () =>
    connection.prepare(`SELECT count(size) AS count, coalesce(sum(size), 0) AS bytes FROM (${rows.inRange({ size })})`);
  const open = openEnds(slice);
  const bind = ({ after, last }: PositionRange): Bound => ({
    ...bound,
    ...named("after", after ?? open.after),
    ...named("last", last ?? open.last),
  });
  const positionAt = (bounds: PositionRange, index: number) =>
    position().get({ ...bind(bounds), skipped: index }) as Position | undefined;
  /** Counts the rows without reading their positions. Used if every row in the range matches the slice. */
  const all = (bounds: PositionRange, count: number): RetainedRows<Position> => ({
    ...(counting().get({ ...bind(bounds), rows: count }) as { readonly count: number }),
    at: (index) => positionAt(bounds, index) as Position,
  });
  return {
    gatherFirst: (bounds: PositionRange, count: number, longest: number) =>
      first.get({ ...bind(bounds), rows: count, longest }) as Gathered,
    soleAt(at: number): Position | undefined {
      const [one, another] = sole().all({ ...bound, at }) as Position[];
      return another ? undefined : one;
    },
    positionOf: (bounds: PositionRange, count: number) => positionAt(bounds, count - 1),
    retainFirst: (bounds: PositionRange, count: number) =>
      rows.keepsAll ? all(bounds, count) : retainedRows(matching().all({ ...bind(bounds), rows: count }) as Position[]),
    measure: (bounds: PositionRange) =>
      measure().get(bind(bounds)) as { readonly count: number; readonly bytes: number },
  };
}

/**
 * Builds the queries that select the rows of a slice in order. Each row includes its position.
 * If the access path does not return the rows in order, only their positions are sorted.
 */
function rowsOf(slice: SliceForm, writing: Writing) {
  const { table, index, time, branches, conditions, isUnsorted } = accessPathOf(writing, slice);
  const [beyond, within, way] = isDescending(slice) ? ["<", ">=", "DESC"] : [">", "<=", "ASC"];
  const all = conditions.join(" AND ");
  const looksUp = table !== "feed" || isUnsorted;
  const select = (columns: string, where: string) =>
    branches
      .map(
        (
          branch,
        ) => `SELECT ${time} AS at, kind, id${columns} FROM ${table} ${looksUp ? "AS walked" : ""} ${index ? `INDEXED BY ${index}` : ""}
          WHERE ${writing.own} AND ${branch} AND ${where}`,
      )
      .join(" UNION ALL ");
  const ofRow = (value: string) => (all ? `iif(${all}, ${value}, NULL)` : value);
  const ofEntry = (value: string) => `(SELECT ${value} FROM feed WHERE ${writing.own} AND at = walked.at
    AND kind = walked.kind AND id = walked.id ${all && `AND ${all}`})`;
  const column = ([name, value]: readonly [string, string]) =>
    `, ${looksUp ? ofEntry(value) : ofRow(value)} AS ${name}`;
  const bounds = `(${time}, kind, id) ${beyond} (@afterAt, @afterKind, @afterId)
    AND (${time}, kind, id) ${within} (@lastAt, @lastKind, @lastId)`;
  const order = `ORDER BY at ${way}, kind ${way}, id ${way}`;
  return {
    /** True if the slice includes every row of a range. */
    keepsAll: table === "feed" && all === "",
    /**
     * Builds a query for the rows of a range.
     * In rows that do not match the slice, the extra columns in `values` are NULL.
     */
    inRange(values: Readonly<Record<string, string>> = {}, limit = ""): string {
      const columns = Object.entries(values).map(column).join("");
      if (!isUnsorted) return `${select(columns, bounds)} ${order} ${limit}`;
      return `SELECT at, kind, id${columns} FROM (${select("", bounds)} ${order} ${limit}) AS walked ${order}`;
    },
    at: select("", `${time} = @at`),
  };
}

function openEnds(slice: FeedSlice) {
  const [bottom, top] = [minInteger, maxInteger].map((end): Position => ({ at: end, kind: end, id: end })) as [
    Position,
    Position,
  ];
  return isDescending(slice) ? { after: top, last: bottom } : { after: bottom, last: top };
}

const named = (name: "after" | "last", { at, kind, id }: Position): Bound => ({
  [`${name}At`]: at,
  [`${name}Kind`]: kind,
  [`${name}Id`]: id,
});

/** SQL expressions by column name. Each column has one expression for entries and one for deletions. */
type Values = Readonly<Record<string, { readonly entry: string; readonly tombstone: string }>>;

const changeOrder = "revision, list, kind, id";

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
      return `SELECT ${changeOrder}${columns.join("")} FROM ${table}${table === "feed" ? " INDEXED BY feed_by_revision" : ""}
        WHERE account_id = @account AND (${changeOrder}) > (@afterRevision, @afterList, @afterKind, @afterId)
          AND (${changeOrder}) <= (@lastRevision, @lastList, @lastKind, @lastId)`;
    };
    return `${branch("feed")} UNION ALL ${branch("feed_tombstones")} ORDER BY ${changeOrder}`;
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
    `SELECT ${changeOrder} FROM (${rows({ kept: one })} LIMIT @rows) WHERE kept IS NOT NULL ORDER BY ${changeOrder}`,
  );
  const size = { entry: `${entryLength} + 1`, tombstone: "251" };
  const measure = connection.prepare(
    `SELECT count(size) AS count, coalesce(sum(size), 0) AS bytes FROM (${rows({ size })})`,
  );
  const bind = ({ after, last }: RangeOf<ChangePosition>): Bound => ({
    account,
    ...namedChange("after", after ?? { revision: 0, list: "", kind: 0, id: 0 }),
    ...namedChange("last", last ?? lastOfAll),
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

const namedChange = (name: "after" | "last", { revision, list, kind, id }: ChangePosition): Bound => ({
  [`${name}Revision`]: revision,
  [`${name}List`]: list,
  [`${name}Kind`]: kind,
  [`${name}Id`]: id,
});
