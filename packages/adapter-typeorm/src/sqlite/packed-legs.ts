import { copyCourse, stretchOfSegment } from "../segments/packed-course.js";
import type { Position } from "../lists/stretch.js";
import type { Leg } from "./list-page.js";
import { legOf } from "./list-page.js";
import { packedStep } from "./packed-steps.js";
import type { SegmentStatements, StoredSegment } from "./segment-statements.js";
import type { Steps } from "./steps.js";

/** Rows of a list, oldest first. `endOf` returns the progress of a copy that has read up to a position. */
type Copied<End> = { readonly rows: Steps<Position>; readonly endOf: (position: Position) => End };

/** Returns the parts of a read after a position of a list. Each part is one segment, or a range outside of segments. */
export const packedLegs = <End>(
  copied: Copied<End>,
  segments: SegmentStatements,
  after: Position | undefined,
): readonly Leg<End>[] =>
  copyCourse(after, segments.beginningIn({ after: undefined, last: after })).flatMap((leg) =>
    "loose" in leg
      ? [legOf(copied.rows, leg.loose, copied.endOf)]
      : leg.segments.map((segment) => packedLeg(copied, segments, segment)),
  );

/** Returns the part of a read for one segment. The segment stays compressed, unless a page ends inside the segment. */
function packedLeg<End>({ rows, endOf }: Copied<End>, segments: SegmentStatements, segment: StoredSegment): Leg<End> {
  const { count } = segment;
  const stretch = stretchOfSegment(segment);
  const whole: Leg<End> = {
    *search() {
      yield {
        count,
        at(index) {
          const last = index === count - 1 ? segment.first : (rows.positionOf(stretch, index + 1) ?? segment.first);
          return { end: endOf(last), leg: index === count - 1 ? whole : legOf(rows, { ...stretch, last }, endOf) };
        },
      };
    },
    *walk() {
      yield { ...packedStep(segments, segment), isLast: true };
    },
  };
  return whole;
}
