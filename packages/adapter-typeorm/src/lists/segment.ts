import type { FeedList } from "@repute/domain";
import { isOfResponses } from "@repute/domain";
import type { Position } from "./stretch.js";
import { byPosition } from "./stretch.js";

/** A stretch of a list, the newest entry first, that is stored once more. */
export type Segment = {
  /** Whether its items have their tails. */
  readonly withTail: boolean;
  /** Its newest entry and its oldest one. */
  readonly first: Position;
  readonly last: Position;
  /** No entry stands between `last` and here; the first entry of the next segment where that follows at once. */
  readonly until: Position;
};

/** A segment with what has to be known of it to send it, its items or the same as changes, and the last revision of these. */
export type PackedSegment = Segment & {
  readonly count: number;
  readonly length: number;
  readonly crc: number;
  readonly revision: number;
};

/** In which form segments are read: items with tails or without, or changes, none of them later than a revision. */
export type SegmentForm = { readonly withTail: boolean; readonly changesUpTo?: number };

/** What is selected of a segment in a form, what is packed of it, and the condition that this is there; the revision is bound at `placeholder`. */
export function packedColumns({ changesUpTo }: SegmentForm, placeholder: string) {
  const [prefix, deflated, isThere] =
    changesUpTo === undefined
      ? ["", "deflated", "true"]
      : ["changes_", "changes", `changes_length IS NOT NULL AND revision <= ${placeholder}`];
  const columns = [...segmentColumns, "count", `${prefix}length`, `${prefix}crc`, "revision"];
  return { columns, deflated, isThere };
}

/** The lists that are asked for whole, again and again. */
const windowed: readonly string[] = ["reviews", "surveys", "invites", "calls", "conversions"];

/** Whether stretches of a list are stored once more. */
export const isSealed = (list: FeedList): boolean => windowed.includes(list) || isOfResponses(list);

/** Whether changes tell the items of a list with tails: they are stored beside those. */
export const changesHaveTails = isOfResponses;

/** Whether an entry at a position stands in a segment, or would stand where it says that none does. */
const covers = ({ first, until }: Segment, position: Position): boolean =>
  byPosition(position, first) <= 0 && byPosition(position, until) > 0;

/** Whether no entry stands between a segment and the next one. */
export const followsAtOnce = ({ until }: Segment, { first }: Segment): boolean => byPosition(until, first) === 0;

/** Those of the segments that cover one of the positions. */
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

/** Of segments in order, the last that begins at a position or before it. */
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

/** The columns of a segment's ends, and the segment in a row of them. */
export const segmentColumns = ["with_tail", ...ends.flatMap((end) => parts.map((part) => `${end}_${part}`))];

export const segmentOf = (row: Readonly<Record<string, unknown>>): Segment =>
  segmentAs(segmentColumns.map((name) => Number(row[name])));

/** The values of `segmentColumns`. */
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

/** A segment from the values of its columns, in their order; member by member, because a list has hundreds. */
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
