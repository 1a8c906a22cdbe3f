import { type FeedList, isOfResponses } from "@repute/domain";
import { byPosition, type Position } from "../lists/position-range.js";

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

/** Names of lists that clients often read in full. */
const windowed: readonly string[] = ["reviews", "surveys", "invites", "calls", "conversions"];

/** Returns true if ranges of a list are also stored as compressed segments. */
export const isSealed = (list: FeedList): boolean => windowed.includes(list) || isOfResponses(list);

/**
 * Returns true if the changes of a list include the tails of items.
 * In this case, the segments with tails also contain the changes.
 */
export const changesHaveTails = isOfResponses;

/** Returns true if a position is inside the segment or in the empty gap after it. */
const covers = ({ first, until }: Segment, position: Position): boolean =>
  byPosition(position, first) <= 0 && byPosition(position, until) > 0;

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
