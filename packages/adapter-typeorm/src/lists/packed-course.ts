import type { FeedSlice } from "@repute/domain";
import type { Segment } from "./segment.js";
import { followsAtOnce } from "./segment.js";
import type { Position, Stretch } from "./stretch.js";
import { byPosition } from "./stretch.js";

/** A segment with what has to be known of it to send it. */
export type PackedSegment = Segment & { readonly count: number; readonly length: number; readonly crc: number };

/** Whether a slice is asked for packed, and is of the kind that is stored so. */
export function isPackable({ packed, separator = ",", order = "newest", ...slice }: FeedSlice): boolean {
  const { ratings, modifiedSince, filter, page, keyed } = slice;
  const isPlain = !ratings && modifiedSince === undefined && !filter && !page && !keyed;
  return packed === true && isPlain && order === "newest" && separator === ",";
}

/** What is read one after another: a segment as it is stored, or entries that are in none. */
export type Leg = { readonly segment: PackedSegment } | { readonly loose: Stretch };

/** How a stretch of a list, the newest entry first, is read with segments, which are in that order. */
export function* packedCourse(whole: Stretch, segments: readonly PackedSegment[]): Generator<Leg, void> {
  let after = whole.after;
  let before: Segment | undefined;
  for (const segment of segments) {
    if (!isWithin(whole, segment)) continue;
    if (!(before && followsAtOnce(before, segment))) yield { loose: { after, last: justBefore(segment.first) } };
    yield { segment };
    after = segment.last;
    before = segment;
  }
  yield { loose: { after, last: whole.last } };
}

const isWithin = ({ after, last }: Stretch, segment: Segment): boolean =>
  (!after || byPosition(segment.first, after) < 0) && (!last || byPosition(segment.last, last) >= 0);

/** The last position that comes before one, where the newest entry is the first: ids are whole numbers. */
const justBefore = ({ at, kind, id }: Position): Position => ({ at, kind, id: id + 1 });
