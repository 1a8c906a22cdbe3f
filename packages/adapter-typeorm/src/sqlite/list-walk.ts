import type { AccountId, FeedList } from "@repute/domain";
import { freeBuffers } from "../lists/free-buffers.js";
import {
  maxInteger,
  minInteger,
  newest,
  type Position,
  type PositionRange,
  type RangeOf,
} from "../lists/list-position.js";
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
import type { ListConnection } from "./sqlite-connection.js";
import type { Gathered, Step, Steps } from "./sqlite-feed-statements.js";

/**
 * Reads a range of a list in steps. Each step contains one stored segment, or entries outside of segments.
 * A step may be empty.
 */
export function* packedSteps(
  statements: Steps<Position>,
  segments: SegmentStatements,
  whole: PositionRange,
  cache: ListSegmentCache,
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
  cache: ListSegmentCache,
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
