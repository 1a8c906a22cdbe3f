import { copyCourse, stretchOfSegment } from "../lists/packed-course.js";
import type { Position } from "../lists/stretch.js";
import type { Leg } from "./list-page.js";
import { legOf } from "./list-page.js";
import { packedStep } from "./packed-steps.js";
import type { SegmentStatements, StoredSegment } from "./segment-statements.js";
import type { Steps } from "./steps.js";

/** The rows of a list, the oldest first, and what whoever took them up to one of them has reached. */
type Copied<End> = { readonly rows: Steps<Position>; readonly endOf: (position: Position) => End };

/** What follows a position of a list in legs: each a segment, or entries that are in none. */
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

/** A segment is sent as it is stored, unless a page ends in it. */
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
