import type { Position } from "../lists/position-range.js";
import { copyCourse, rangeOfSegment } from "../segments/packed-course.js";
import { legOf, type ReadPart } from "./list-page.js";
import { packedStep } from "./packed-steps.js";
import type { SegmentStatements, StoredSegment } from "./segment-statements.js";
import type { Steps } from "./steps.js";

/** Rows of a list to copy, oldest first. `endOf` returns the progress after the row at a position is copied. */
type Copied<End> = { readonly rows: Steps<Position>; readonly endOf: (position: Position) => End };

/** Divides a list into parts, starting after a position. Each part is one segment, or the rows between two segments. */
export const segmentParts = <End>(
  copied: Copied<End>,
  segments: SegmentStatements,
  after: Position | undefined,
): readonly ReadPart<End>[] =>
  copyCourse(after, segments.beginningIn({ after: undefined, last: after })).flatMap((part) =>
    "loose" in part
      ? [legOf(copied.rows, part.loose, copied.endOf)]
      : part.segments.map((segment) => segmentPart(copied, segments, segment)),
  );

/** Reads one segment of a list. The segment stays compressed, unless a page ends inside it. */
function segmentPart<End>(
  { rows, endOf }: Copied<End>,
  segments: SegmentStatements,
  segment: StoredSegment,
): ReadPart<End> {
  const { count } = segment;
  const bounds = rangeOfSegment(segment);
  const whole: ReadPart<End> = {
    *search() {
      yield {
        count,
        at(index) {
          const last = index === count - 1 ? segment.first : (rows.positionOf(bounds, index + 1) ?? segment.first);
          return { end: endOf(last), part: index === count - 1 ? whole : legOf(rows, { ...bounds, last }, endOf) };
        },
      };
    },
    *walk() {
      yield { ...packedStep(segments, segment), isLast: true };
    },
  };
  return whole;
}
