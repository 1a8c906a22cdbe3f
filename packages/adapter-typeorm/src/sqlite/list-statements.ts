import type { AccountId, FeedList, FeedSlice } from "@repute/domain";
import { accessPathOf, type SliceForm } from "../lists/access-path.js";
import type { Writing } from "../lists/conditions.js";
import { entryIn, isAsStored, lengthOf } from "../lists/item-form.js";
import { isDescending, maxInteger, minInteger, type Position, type PositionRange } from "../lists/position-range.js";
import type { Bound, ListConnection } from "./list-connection.js";
import { sqliteDialect } from "./sqlite-dialect.js";
import { type Gathered, type RetainedRows, retainedRows, type Steps } from "./steps.js";

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
