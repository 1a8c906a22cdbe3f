import type { AccountId, FeedList, FeedSlice } from "@repute/domain";
import { freeBuffers } from "../lists/free-buffers.js";
import {
  accessPathOf,
  entryIn,
  isAsStored,
  isDescending,
  lengthOf,
  maxInteger,
  minInteger,
  newest,
  type Position,
  type PositionRange,
  type RangeOf,
  type SliceForm,
  type Writing,
} from "../lists/list-query.js";
import type { ListSegmentCache, PackedStep } from "../segments/segment-batches.js";
import {
  firstPart,
  packedColumns,
  packedCourse,
  type PackedSegment,
  packedSegmentAs,
  type Part,
  type ReadPart as CoursePart,
  restBehind,
  type SegmentForm,
} from "../segments/segment.js";
import type { Bound, ListConnection } from "./sqlite-connection.js";
import { sqliteDialect } from "./sqlite-dialect.js";

/**
 * Reads a range of a list in steps. Each step contains one stored segment, or entries outside of segments.
 * A step may be empty.
 */
export function* packedSteps(
  statements: Steps<Position>,
  segments: SegmentStatements,
  whole: PositionRange,
  cache?: ListSegmentCache,
): Generator<PackedStep, void> {
  for (let part: Part | undefined = firstPart(whole); part;) {
    const some = segments.beginningIn(part, part.atOnce);
    const rest: Part | undefined = restBehind(part, some);
    for (const leg of packedCourse(part, some, rest)) yield* stepsOf(statements, segments, leg, cache);
    part = rest;
  }
}

function* stepsOf(
  statements: Steps<Position>,
  segments: SegmentStatements,
  leg: CoursePart<StoredSegment>,
  cache?: ListSegmentCache,
): Generator<PackedStep, void> {
  if ("segments" in leg) for (const segment of leg.segments) yield packedStep(segments, segment, cache);
  else for (const step of walk(statements, leg.loose)) yield { ...step, isFinal: step.isLast && leg.isFinal };
}

/** Reads one segment of a list. If a cache is given, reads the segment from the cache or adds it to the cache. */
export function packedStep(segments: SegmentStatements, segment: StoredSegment, cache?: ListSegmentCache): PackedStep {
  const { count, crc, length } = segment;
  const found = cache?.find(segment);
  const deflated = found ?? segments.deflated(segment);
  const isCached = found !== undefined || (cache?.keep(segment, deflated) ?? false);
  return { count, json: nothing, packed: { deflated, crc, length }, isCached };
}

/** Number of rows in the first batch. A small first batch sends the first byte early. */
const firstRows = 250;
const maxRows = 4_000;
const maxBytes = 500_000;

/**
 * Maximum number of bytes that SQLite concatenates before their size is known.
 * A result that is too large for a batch is discarded.
 */
const maxJoinedBytes = 16 * maxBytes;

/**
 * Result of one step. `rows` is the number of rows read, whether or not they match the slice.
 * `end` is the position of the last row, or undefined if no row follows.
 */
type StepResult<P> = Omit<Step, "isLast"> & { readonly rows: number; readonly end: P | undefined };

const nothing = new Uint8Array();

/**
 * Reads a range in steps. Each statement reads a limited number of rows, including rows that do not match the slice.
 * A step ends early if its items exceed half a megabyte. A single item may be longer.
 */
function* walk<P>(statements: Steps<P>, whole: RangeOf<P>): Generator<Step, void> {
  let rest: RangeOf<P> | undefined = whole;
  let rows = firstRows;
  while (rest) {
    const step: StepResult<P> = takeAtOnce(statements, rest, rows) ?? takeMeasured(statements, rest, rows);
    // Compute the next number of rows from the bytes before `yield`, because the consumer may free the bytes.
    rows = rowsThatFit(step.rows, step.json.length);
    rest = step.end && { ...rest, after: step.end };
    yield { count: step.count, json: step.json, isLast: rest === undefined };
  }
}

/** Reads `rows` rows in one pass. Returns undefined if their items are too large for one batch. */
function takeAtOnce<P>(statements: Steps<P>, rest: RangeOf<P>, rows: number): StepResult<P> | undefined {
  const longest = Math.floor(maxJoinedBytes / rows);
  const found = statements.gatherFirst(rest, rows, longest);
  const json = found.json ?? nothing;
  if ((found.longest ?? 0) > longest || json.length > maxBytes) {
    if (found.json) freeBuffers(found.json);
    return undefined;
  }
  const end = found.rows < rows ? undefined : (soleAt(statements, found) ?? statements.positionOf(rest, rows));
  return { rows, count: found.count, json, end };
}

const soleAt = <P>(statements: Steps<P>, { at }: Gathered): P | undefined =>
  at === null ? undefined : statements.soleAt(at);

/**
 * Measures the items before reading them.
 * Reads up to `rows` rows whose items fit into half a megabyte, or a single row of any size.
 */
function takeMeasured<P>(statements: Steps<P>, rest: RangeOf<P>, rows: number): StepResult<P> {
  for (let tried = rows; ;) {
    const end = statements.positionOf(rest, tried);
    const { count, bytes } = statements.measure(end ? { ...rest, last: end } : rest);
    if (bytes <= maxBytes || tried === 1) {
      return { rows: tried, count, json: statements.gatherFirst(rest, tried, bytes).json ?? nothing, end };
    }
    tried = rowsThatFit(tried, bytes);
  }
}

/** Returns the number of rows to read next, based on the average size of the previous rows. */
const rowsThatFit = (rows: number, bytes: number): number =>
  Math.min(maxRows, Math.max(1, Math.floor((0.95 * rows * maxBytes) / Math.max(bytes, 1))));

/** Part of a read: a range of rows with one sort order. The parts of a read are processed one after another. */
export type ReadPart<End> = {
  search(rows: number): Generator<Match<End>, void>;
  walk(): Generator<Step, void>;
};

/** Rows that match the filter and were found in one step of a search. */
type Match<End> = {
  readonly count: number;
  /** Returns the position of a matching row, and the range of rows that ends at this row. */
  at(index: number): { readonly end: End; readonly part: ReadPart<End> };
};

/** Ranges of rows that form one page. If more rows follow, `next` is the position of the page's last row. */
type Page<End> = { readonly legs: readonly ReadPart<End>[]; readonly next?: End };

const minSearchRows = 250;
const maxSearchRows = 4_000;

/** Creates the reader of one range of rows. A list is read with several such readers. */
export const legOf = <P, End>(steps: Steps<P>, bounds: RangeOf<P>, endOf: (position: P) => End): ReadPart<End> => ({
  *search(rows) {
    for (let rest: RangeOf<P> | undefined = bounds; rest;) {
      const matches = steps.retainFirst(rest, rows);
      yield {
        count: matches.count,
        at: (index) => {
          const last = matches.at(index);
          return { end: endOf(last), part: legOf(steps, { ...bounds, last }, endOf) };
        },
      };
      const end = steps.positionOf(rest, rows);
      rest = end && { ...rest, after: end };
    }
  },
  walk: () => walk(steps, bounds),
});

/** Searches for the end of a page with `limit` rows. Yields after each step, and finally returns the page. */
export function* pageOf<End>(legs: readonly ReadPart<End>[], limit: number): Generator<void, Page<End>> {
  const rows = Math.min(maxSearchRows, Math.max(minSearchRows, limit + 1));
  let page: Required<Page<End>> | undefined;
  let found = 0;
  for (const [index, part] of legs.entries()) {
    for (const matches of part.search(rows)) {
      const left = limit - found;
      if (left > 0 && matches.count >= left) {
        const { end, part: cut } = matches.at(left - 1);
        page = { legs: [...legs.slice(0, index), cut], next: end };
      }
      found += matches.count;
      if (page && found > limit) return page;
      yield;
    }
  }
  return { legs };
}

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
type Step = PackedStep & { readonly isLast: boolean };

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

export const retainedRows = <P>(all: readonly P[]): RetainedRows<P> => ({
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

/** Compressed segment with its row number. */
export type StoredSegment = PackedSegment & { readonly row: number };

export type SegmentStatements = ReturnType<typeof segmentStatements>;

/**
 * Prepares the statements that read the segments of a list.
 * Values are bound by position, and rows are returned as arrays.
 * Named parameters and columns would double the reading time, because a list has hundreds of segments.
 */
export function segmentStatements(connection: ListConnection, account: AccountId, list: FeedList, form: SegmentForm) {
  const { columns, deflated, isThere } = packedColumns(form, "?");
  const own = [account, list, Number(form.withTail)];
  const revision = form.changesUpTo === undefined ? [] : [form.changesUpTo];
  const ofList = "account_id = ? AND list = ? AND with_tail = ?";
  const ends = connection.prepare(
    `SELECT ${columns.join(", ")}, rowid FROM feed_segments INDEXED BY feed_segments_ends
      WHERE ${ofList} AND (first_at, first_kind, first_id) < (?, ?, ?) AND first_at >= ? AND ${isThere}
        ORDER BY first_at DESC, first_kind DESC, first_id DESC LIMIT ?`,
  );
  const packed = connection.prepare(`SELECT ${deflated} FROM feed_segments WHERE account_id = ? AND rowid = ?`);
  return {
    /** Returns up to `atOnce` segments that start inside a range, newest first. */
    beginningIn({ after = newest, last }: PositionRange, atOnce: number = maxInteger): readonly StoredSegment[] {
      const { at, kind, id } = after;
      const rows = ends.raw().all(...own, at, kind, id, last?.at ?? minInteger, ...revision, atOnce);
      return (rows as readonly number[][]).map(storedSegmentOf);
    },
    deflated: ({ row }: StoredSegment) => packed.pluck().get(account, row) as Buffer,
  };
}

/**
 * Builds a segment with its row number. Adds the number to the segment object, because a copy would take twice as long.
 */
const storedSegmentOf = (values: readonly number[]): StoredSegment =>
  Object.assign(packedSegmentAs(values), { row: values.at(-1) as number });
