import { type FeedList, isOfResponses } from "@repute/domain";
import { byPosition, minInteger, type Position, type PositionRange } from "../lists/list-query.js";

/** A range of list entries whose items are also stored in compressed form. */
export type Segment = {
  /** True if the items include their optional last members (tails). */
  readonly withTail: boolean;
  /** Position of the newest entry. `last` is the position of the oldest entry. */
  readonly first: Position;
  readonly last: Position;
  /**
   * Exclusive end of the range. No entry exists between `last` and this position.
   * If the next segment is contiguous, this is the position of its first entry.
   */
  readonly until: Position;
};

/**
 * Segment with the size and checksum of its compressed content, which is either items or changes.
 * `revision` is the latest revision of its entries.
 */
export type PackedSegment = Segment & {
  readonly count: number;
  readonly length: number;
  readonly crc: number;
  readonly revision: number;
};

/** Kind of content to read from segments: items, with or without optional members, or changes up to a revision. */
export type SegmentForm = { readonly withTail: boolean; readonly changesUpTo?: number };

/** Names of lists that clients often read in full. */
const windowed: readonly string[] = ["reviews", "surveys", "invites", "calls", "conversions"];

/** Returns true if ranges of a list are also stored as compressed segments. */
export const isSealed = (list: FeedList): boolean => windowed.includes(list) || isOfResponses(list);

/**
 * Returns true if the changes of a list include the tails of items.
 * In this case, the segments with tails also contain the changes.
 */
export const changesHaveTails = isOfResponses;

/** Returns true if no entry exists between a segment and the next segment. */
export const followsAtOnce = ({ until }: Segment, { first }: Segment): boolean => byPosition(until, first) === 0;

/** Returns the segments that cover at least one of the positions. */
export function covering(segments: readonly Segment[], positions: readonly Position[]): readonly Segment[] {
  const found = new Set<Segment>();
  for (const withTail of [false, true]) {
    const some = segments.filter((segment) => segment.withTail === withTail);
    some.sort((a, b) => byPosition(b.first, a.first));
    for (const position of positions) {
      const candidate = lastBeginningAtOrBefore(some, position);
      if (candidate && covers(candidate, position)) found.add(candidate);
    }
  }
  return [...found];
}

/** Returns true if a position is inside the segment or in the empty gap after it. */
const covers = ({ first, until }: Segment, position: Position): boolean =>
  byPosition(position, first) <= 0 && byPosition(position, until) > 0;

/** Returns the segment that contains a position, or the next older segment. `segments` must be sorted newest first. */
function lastBeginningAtOrBefore(segments: readonly Segment[], position: Position): Segment | undefined {
  let [low, high] = [0, segments.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (byPosition((segments[middle] as Segment).first, position) >= 0) low = middle + 1;
    else high = middle;
  }
  return segments[low - 1];
}

/**
 * Returns the columns of a segment, the column of its compressed content, and a SQL condition.
 * The condition is true if the segment has the requested content. `placeholder` is bound to a revision.
 */
export function packedColumns({ changesUpTo }: SegmentForm, placeholder: string) {
  const [prefix, deflated, isThere] =
    changesUpTo === undefined
      ? ["", "deflated", "true"]
      : ["changes_", "changes", `changes_length IS NOT NULL AND revision <= ${placeholder}`];
  const columns = [...segmentColumns, "count", `${prefix}length`, `${prefix}crc`, "revision"];
  return { columns, deflated, isThere };
}

const ends = ["first", "last", "until"] as const;

const parts = ["at", "kind", "id"] as const;

/** Columns of a segment, in the same order as `segmentValues`. */
export const segmentColumns = ["with_tail", ...ends.flatMap((end) => parts.map((part) => `${end}_${part}`))];

export const segmentOf = (row: Readonly<Record<string, unknown>>): Segment =>
  segmentAs(segmentColumns.map((name) => Number(row[name])));

/** Returns the column values of a segment, in the same order as `segmentColumns`. */
export const segmentValues = (segment: Segment): readonly number[] => [
  Number(segment.withTail),
  ...ends.flatMap((end) => parts.map((part) => segment[end][part])),
];

const segmentAs = (values: readonly number[]): Segment => ({
  withTail: values[0] === 1,
  first: positionAt(values, 1),
  last: positionAt(values, 4),
  until: positionAt(values, 7),
});

const positionAt = (values: readonly number[], index: number): Position => ({
  at: values[index] as number,
  kind: values[index + 1] as number,
  id: values[index + 2] as number,
});

/**
 * Builds a segment from its column values.
 * Each member is assigned explicitly for speed, because a list has hundreds of segments.
 */
export const packedSegmentAs = (values: readonly number[]): PackedSegment => ({
  withTail: values[0] === 1,
  first: positionAt(values, 1),
  last: positionAt(values, 4),
  until: positionAt(values, 7),
  count: values[10] as number,
  length: values[11] as number,
  crc: values[12] as number,
  revision: values[13] as number,
});

/** Array of contiguous segments. Contains at least one segment. */
export type Run<S = PackedSegment> = readonly [S, ...S[]];

/** One step of a read: either contiguous segments, or entries outside of segments. */
export type ReadPart<S = PackedSegment> = { readonly segments: Run<S> } | RowPart;

export type RowPart = { readonly loose: PositionRange; readonly isFinal: boolean };

/**
 * Number of segments in the first lookup, and in each later lookup.
 * The first lookup is small, so that the first byte is sent early.
 */
const [firstSegments, nextSegments] = [16, 256];

/** Range of a list. `atOnce` is the number of segments to look up at once. */
export type Part = PositionRange & { readonly atOnce: number };

export const firstPart = (whole: PositionRange): Part => ({ ...whole, atOnce: firstSegments });

/** Returns the part of a range that follows its first segments, or undefined if nothing remains. */
export function restBehind({ atOnce, ...part }: Part, segments: readonly PackedSegment[]): Part | undefined {
  const last = segments[atOnce - 1];
  if (!last || !isWithin(part, last) || isNothingBehind(last, part)) return undefined;
  return { ...part, after: justBefore(last.until), atOnce: nextSegments };
}

/**
 * Divides a range of a list into steps, newest first. `segments` must be sorted newest first.
 * If `rest` is given, the steps end with the last segment, because `rest` is read later.
 */
export function* packedCourse<S extends PackedSegment>(
  whole: PositionRange,
  segments: readonly S[],
  rest?: PositionRange,
): Generator<ReadPart<S>, void> {
  let after = whole.after;
  for (const run of runsOf(segments.filter((segment) => isWithin(whole, segment)))) {
    const loose = { after, last: justBefore(run[0].first) };
    if (!isEmpty(loose)) yield { loose, isFinal: false };
    yield { segments: run };
    const last = run[run.length - 1] as S;
    if (isNothingBehind(last, whole)) return;
    after = last.last;
  }
  if (!rest) yield { loose: { after, last: whole.last }, isFinal: true };
}

/** Returns the steps of a copy that reads the rest of a list, from the oldest row to the newest. */
export const copyCourse = <S extends PackedSegment>(
  after: Position | undefined,
  segments: readonly S[],
): readonly ReadPart<S>[] =>
  [...packedCourse({ after: undefined, last: after && justBefore(after) }, segments)].map(turned).reverse();

const turned = <S>(leg: ReadPart<S>): ReadPart<S> =>
  "loose" in leg
    ? { loose: reversedRange(leg.loose), isFinal: false }
    : { segments: [...leg.segments].reverse() as unknown as Run<S> };

/**
 * Converts a range to the reverse sort order.
 * The exclusive start becomes the inclusive end, so the bounds move down by one id.
 */
const reversedRange = ({ after, last }: PositionRange): PositionRange => ({
  after: last && below(last),
  last: after && below(after),
});

function runsOf<S extends PackedSegment>(segments: readonly S[]): readonly Run<S>[] {
  const runs: [S, ...S[]][] = [];
  for (const [index, segment] of segments.entries()) {
    const before = segments[index - 1];
    if (before && followsAtOnce(before, segment)) runs.at(-1)?.push(segment);
    else runs.push([segment]);
  }
  return runs;
}

const oldest: Position = { at: minInteger, kind: minInteger, id: minInteger };

/** Returns true if a range contains no entry after a segment. */
const isNothingBehind = ({ until }: Segment, { last }: PositionRange): boolean =>
  last ? byPosition(until, last) < 0 : byPosition(until, oldest) === 0;

/** Returns true if a range contains no position. */
const isEmpty = ({ after, last }: PositionRange): boolean =>
  after !== undefined && last !== undefined && byPosition(after, last) <= 0;

const isWithin = ({ after, last }: PositionRange, segment: Segment): boolean =>
  (!after || byPosition(segment.first, after) < 0) && (!last || byPosition(segment.last, last) >= 0);

/** Returns the position before another in the newest-first order: the position with the next higher id. */
const justBefore = ({ at, kind, id }: Position): Position => ({ at, kind, id: id + 1 });

const below = ({ at, kind, id }: Position): Position => ({ at, kind, id: id - 1 });

/** Returns the range of a segment in the oldest-first order. */
export const rangeOfSegment = ({ first, last }: Segment): PositionRange => ({ after: below(last), last: first });
