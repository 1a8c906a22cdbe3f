import type { AccountId, FeedList, FeedSlice, Instant } from "@repute/domain";
import type { ClientBase } from "pg";
import {
  accessPathOf,
  byPosition,
  entryIn,
  isDescending,
  maxFewChanges,
  minInteger,
  newest,
  type Position,
  type PositionRange,
  positionRangeOf,
  type SliceForm,
  type Writing,
} from "../lists/list-query.js";
import type { CachedSegments, ListSegmentCache, PackedStep } from "../segments/segment-batches.js";
import {
  firstPart,
  packedColumns,
  packedCourse,
  type PackedSegment,
  packedSegmentAs,
  type Part,
  restBehind,
  type RowPart,
  type Run,
  type SegmentForm,
  segmentValues,
} from "../segments/segment.js";
import { type Joined, listPortal, type ListStatement } from "./list-portal.js";
import { postgresDialect } from "./postgres-dialect.js";
import type { Trace } from "./postgres-session.js";
import type { Settings } from "./postgres-transaction.js";

/** Returns a statement that selects the items of a slice, one per row. */
export const listStatement = (
  account: AccountId,
  list: FeedList,
  slice: SliceForm,
  bounds = positionRangeOf(slice),
): ListStatement =>
  listWritten(account, list, (writing) => {
    const items = sliceRows(writing, slice, "item", bounds);
    return slice.page ? `${items} LIMIT ${writing.bind(slice.page.limit)}` : items;
  });

/**
 * Returns a statement that finds the end of a page.
 * It selects the positions of entry number `limit` and of the next entry.
 */
export const pageStatement = (
  account: AccountId,
  list: FeedList,
  slice: SliceForm,
  limit: number,
  bounds = positionRangeOf(slice),
): ListStatement =>
  listWritten(
    account,
    list,
    (writing) => `${sliceRows(writing, slice, "at, kind, id", bounds)} LIMIT 2 OFFSET ${writing.bind(limit - 1)}`,
  );

/**
 * Returns a statement that counts the entries that changed since a time, up to one more than `maxFewChanges`.
 * The sort order makes PostgreSQL read the index of changes.
 */
export const changeCount = (account: AccountId, list: FeedList, since: Instant): ListStatement =>
  listWritten(
    account,
    list,
    ({ own, bind }) => `SELECT count(*)::integer AS count FROM (SELECT 1 FROM feed WHERE ${own}
      AND modified_at >= ${bind(since)} ORDER BY modified_at, kind, id LIMIT ${maxFewChanges + 1}) AS changed`,
  );

/**
 * Settings that make PostgreSQL read an index in list order instead of sorting, so that the first rows arrive early.
 */
export const walkTheIndex: Settings = { enable_sort: "off", enable_bitmapscan: "off" };

/**
 * Settings that make PostgreSQL use a generic plan.
 * For a short list, planning for specific values takes longer than reading.
 */
export const planOnce: Settings = { plan_cache_mode: "force_generic_plan" };

function listWritten(account: AccountId, list: FeedList, write: (writing: Writing) => string): ListStatement {
  const values: string[] = [];
  const bind = (value: string | number) => `$${values.push(String(value))}`;
  const own = `account_id = ${bind(account)} AND list = ${bind(list)}`;
  return { text: write({ dialect: postgresDialect, list, own, bind }), values };
}

/**
 * Returns a query for the sorted rows of a slice.
 * Each branch is sorted, so that PostgreSQL can merge the branches without a sort.
 * If `feed_fields` provides the rows, their entries in `feed` are looked up one by one.
 * If the index of changes provides the rows, `LIMIT` makes PostgreSQL read this index before it sorts.
 */
function sliceRows(
  writing: Writing,
  slice: SliceForm,
  what: "item" | "at, kind, id",
  bounds = positionRangeOf(slice),
): string {
  const { table, time, branches, conditions, isUnsorted } = accessPathOf(writing, slice);
  const range = rangeOf(writing, slice, time, bounds);
  const item = `${entryIn(slice, postgresDialect, writing.list)} AS item`;
  const where = (...all: readonly string[]) => `WHERE ${[writing.own, ...all].join(" AND ")}`;
  const order = orderOf(slice);
  const rows = (columns: string, ...more: readonly string[]) =>
    branches
      .map((branch) => `(SELECT ${columns} FROM ${table} ${where(branch, ...range, ...more)} ${order})`)
      .join(" UNION ALL ");
  if (isUnsorted) {
    const changed = `SELECT * FROM feed ${where(...branches)} ORDER BY modified_at, kind, id LIMIT ${maxFewChanges}`;
    const all = [...range, ...conditions];
    return `SELECT ${what} FROM (SELECT at, kind, id, ${item} FROM (${changed}) AS feed
      ${all.length > 0 ? `WHERE ${all.join(" AND ")}` : ""} ${order}) AS kept`;
  }
  if (table === "feed") {
    return `SELECT ${what} FROM (${rows(`${time} AS at, kind, id, ${item}`, ...conditions)}) AS kept ${order}`;
  }
  const found = where("at = walked.at", "kind = walked.kind", "id = walked.id", ...conditions);
  return `SELECT ${what} FROM (${rows("at, kind, id")}) AS walked
    CROSS JOIN LATERAL (SELECT ${item} FROM feed ${found} LIMIT 1) AS kept ${order}`;
}

function orderOf(slice: FeedSlice): string {
  const way = isDescending(slice) ? "DESC" : "ASC";
  return `ORDER BY at ${way}, kind ${way}, id ${way}`;
}

function rangeOf({ bind }: Writing, slice: FeedSlice, time: string, { after, last }: PositionRange): string[] {
  const [beyond, within] = isDescending(slice) ? ["<", ">="] : [">", "<="];
  const from = (compared: string, { at, kind, id }: Position) =>
    `(${time}, kind, id) ${compared} (${[at, kind, id].map(bind).join(", ")})`;
  return [...(after ? [from(beyond, after)] : []), ...(last ? [from(within, last)] : [])];
}

/** A list whose segments are read. `form` says what to read from each segment. */
export type Sealed = { readonly account: AccountId; readonly list: FeedList; readonly form: SegmentForm };

type Reading = { readonly account: AccountId; readonly list: FeedList; readonly slice: FeedSlice };

/**
 * Reads a list in steps. Each step contains a stored segment, or entries outside of segments.
 * Cached segments are not read from the database.
 */
export async function* packedSteps(
  client: ClientBase,
  { account, list, slice }: Reading,
  cache: CachedSegments,
  trace?: Trace,
): AsyncGenerator<PackedStep, void> {
  const sealed = { account, list, form: { withTail: slice.tail === true } };
  const run = keepingRuns(client, sealed, cache.of(account, list), trace);
  async function* looseSteps({ loose, isFinal }: RowPart): AsyncGenerator<PackedStep, void> {
    const statement = { ...listStatement(account, list, slice, loose), isOften: true };
    for await (const step of rowsOf(client, statement, ",", trace)) yield { ...step, isFinal: step.isLast && isFinal };
  }
  const lookUp = (part: Part) => segmentsIn(client, sealed, part, part.atOnce, trace);
  let ahead: ReturnType<typeof lookUp> | undefined;
  /** Looks up the next segments while the current segments are sent. Errors are thrown when the result is awaited. */
  function lookAhead(rest: Part | undefined): void {
    if (rest) (ahead ??= lookUp(rest)).catch(() => {});
  }
  for (let part: Part | undefined = firstPart(positionRangeOf(slice)); part;) {
    const some = await (ahead ?? lookUp(part));
    ahead = undefined;
    const rest: Part | undefined = restBehind(part, some);
    for (const leg of packedCourse(part, some, rest)) {
      for await (const step of "segments" in leg ? run(leg.segments) : looseSteps(leg)) {
        yield step;
        lookAhead(rest);
      }
    }
    part = rest;
  }
}

/** Returns up to `atOnce` segments that start inside a range, newest first. */
export async function segmentsIn(
  client: ClientBase,
  sealed: Sealed,
  { after = newest, last }: PositionRange,
  atOnce: number,
  trace: Trace | undefined,
): Promise<readonly PackedSegment[]> {
  const { columns, isThere } = packedColumns(sealed.form, "$9");
  const { changesUpTo } = sealed.form;
  const ends: ListStatement = {
    text: `SELECT concat_ws(',', ${columns.join(", ")}) FROM feed_segments
      WHERE account_id = $1 AND list = $2 AND with_tail = $3 AND first_at >= $4
        AND (first_at, first_kind, first_id) < ($5, $6, $7) AND ${isThere}
      ORDER BY first_at DESC, first_kind DESC, first_id DESC LIMIT $8`,
    values: [
      ...[...ownValues(sealed), last?.at ?? minInteger, after.at, after.kind, after.id, atOnce],
      ...(changesUpTo === undefined ? [] : [changesUpTo]),
    ].map(String),
    isOften: true,
    isShort: true,
  };
  const found: PackedSegment[] = [];
  for await (const { json } of rowsOf(client, ends, ";", trace)) {
    for (const row of json.toString("latin1").split(";")) found.push(packedSegmentAs(row.split(",").map(Number)));
  }
  return found;
}

const ownValues = ({ account, list, form: { withTail } }: Sealed) => [account, list, Number(withTail)];

/** Returns a function that reads contiguous segments through the cache. Adds missing segments to the cache. */
function keepingRuns(client: ClientBase, sealed: Sealed, cache: ListSegmentCache, trace?: Trace) {
  async function* read(run: Run): AsyncGenerator<PackedStep, void> {
    let next = 0;
    for await (const step of runOf(client, sealed, run, trace)) {
      const segment = run[next++] as PackedSegment;
      yield { ...step, isCached: step.packed !== undefined && cache.keep(segment, step.packed.deflated) };
    }
  }

  return async function* stepsOf(run: Run): AsyncGenerator<PackedStep, void> {
    let missing: PackedSegment[] = [];
    for (const segment of run) {
      const deflated = cache.find(segment);
      if (!deflated) {
        missing.push(segment);
        continue;
      }
      if (isRun(missing)) yield* read(missing);
      missing = [];
      const { count, crc, length } = segment;
      yield { count, json: nothing, packed: { deflated, crc, length }, isCached: true };
    }
    if (isRun(missing)) yield* read(missing);
  };
}

const isRun = (segments: readonly PackedSegment[]): segments is Run => segments.length > 0;

/** Reads neighboring segments of a list one by one, in the given order. */
export async function* runOf(
  client: ClientBase,
  sealed: Sealed,
  run: Run,
  trace?: Trace,
): AsyncGenerator<PackedStep, void> {
  let next = 0;
  for await (const { json: deflated } of rowsOf(client, deflatedIn(sealed, run), undefined, trace)) {
    const { count, crc, length } = run[next++] as PackedSegment;
    yield { count, json: nothing, packed: { deflated, crc, length } };
  }
}

/** Returns a statement that selects the compressed content of contiguous segments. */
function deflatedIn(sealed: Sealed, run: Run): ListStatement {
  const ends = [run[0], run.at(-1)] as [PackedSegment, PackedSegment];
  const isDescending = byPosition(ends[0].first, ends[1].first) >= 0;
  const [newest, oldest] = isDescending ? ends : [ends[1], ends[0]];
  const way = isDescending ? "DESC" : "ASC";
  return {
    text: `SELECT ${packedColumns(sealed.form, "").deflated} FROM feed_segments
      WHERE account_id = $1 AND list = $2 AND with_tail = $3
      AND (first_at, first_kind, first_id) <= ($4, $5, $6) AND (first_at, first_kind, first_id) >= ($7, $8, $9)
      ORDER BY first_at ${way}, first_kind ${way}, first_id ${way}`,
    values: [...ownValues(sealed), ...[newest, oldest].flatMap((end) => segmentValues(end).slice(1, 4))].map(String),
    isOften: true,
  };
}

/** Reads rows as raw bytes. The driver's own functions would convert the bytes to hexadecimal and back. */
export async function* rowsOf(
  client: ClientBase,
  statement: ListStatement,
  separator: string | undefined,
  trace?: Trace,
): AsyncGenerator<Joined & { readonly isLast: boolean }, void> {
  trace?.(statement.text, statement.values);
  const portal = listPortal(client, statement, separator);
  try {
    for (let joined = await portal.next(); joined; joined = await portal.next()) yield joined;
  } finally {
    await portal.end();
  }
}

const nothing = new Uint8Array();
