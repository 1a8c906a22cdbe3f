import type { AccountId, FeedList, FeedSlice } from "@repute/domain";
import type { ClientBase } from "pg";
import { byPosition, minInteger, newest, type PositionRange, positionRangeOf } from "../lists/list-position.js";
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
import { listStatement } from "./postgres-feed-statements.js";
import type { Trace } from "./postgres-session.js";

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
