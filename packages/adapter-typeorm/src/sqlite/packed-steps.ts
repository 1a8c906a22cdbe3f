import type { Position, PositionRange } from "../lists/position-range.js";
import type { ListSegmentCache } from "../segments/cached-segments.js";
import { firstPart, packedCourse, type Part, type ReadPart, restBehind } from "../segments/packed-course.js";
import type { PackedStep } from "../segments/packed-steps.js";
import { walk } from "./list-walk.js";
import type { SegmentStatements, StoredSegment } from "./segment-statements.js";
import type { Steps } from "./steps.js";

const nothing = new Uint8Array();

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
  leg: ReadPart<StoredSegment>,
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
