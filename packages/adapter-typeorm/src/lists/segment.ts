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

/** A segment with what has to be known of it to send it: its items, or the same as changes. */
export type PackedSegment = Segment & { readonly count: number; readonly length: number; readonly crc: number };

/** In which form segments are read: items with tails or without, or changes, none of them later than a revision. */
export type SegmentForm = { readonly withTail: boolean; readonly changesUpTo?: number };

/** The columns of what is packed in a form, and the condition that it is there; the revision is bound at `placeholder`. */
export const packedColumns = ({ changesUpTo }: SegmentForm, placeholder: string) =>
  changesUpTo === undefined
    ? { length: "length", crc: "crc", deflated: "deflated", isThere: "true" }
    : {
        ...{ length: "changes_length", crc: "changes_crc", deflated: "changes" },
        isThere: `changes_length IS NOT NULL AND revision <= ${placeholder}`,
      };

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

export const segmentOf = (row: Readonly<Record<string, unknown>>): Segment => ({
  withTail: Number(row["with_tail"]) === 1,
  first: { at: Number(row["first_at"]), kind: Number(row["first_kind"]), id: Number(row["first_id"]) },
  last: { at: Number(row["last_at"]), kind: Number(row["last_kind"]), id: Number(row["last_id"]) },
  until: { at: Number(row["until_at"]), kind: Number(row["until_kind"]), id: Number(row["until_id"]) },
});

/** The values of `segmentColumns`. */
export const segmentValues = (segment: Segment): readonly number[] => [
  Number(segment.withTail),
  ...ends.flatMap((end) => parts.map((part) => segment[end][part])),
];

/** The same with its count, and the length and checksum that are read of it. */
export const packedSegmentOf = (row: Readonly<Record<string, unknown>>): PackedSegment => ({
  ...segmentOf(row),
  ...{ count: Number(row["count"]), length: Number(row["length"]), crc: Number(row["crc"]) },
});
