import type { FeedBatch } from "@repute/domain";
import { packedCourse } from "../lists/packed-course.js";
import type { Stretch } from "../lists/stretch.js";
import type { Position } from "../lists/stretch.js";
import type { Steps } from "./steps.js";
import { walk } from "./list-walk.js";
import type { SegmentStatements } from "./segment-statements.js";

const nothing = new Uint8Array();

/** A stretch of a list in steps: each a segment as it is stored, or entries that are in none, perhaps no entry at all. */
export function* packedBatches(
  statements: Steps<Position>,
  segments: SegmentStatements,
  whole: Stretch,
): Generator<Omit<FeedBatch, "watermark">, void> {
  for (const leg of packedCourse(whole, segments.beginningIn(whole))) {
    if ("loose" in leg) {
      yield* walk(statements, leg.loose);
      continue;
    }
    const { segment } = leg;
    const { count, crc, length } = segment;
    yield { count, json: nothing, packed: { deflated: segments.deflated(segment), crc, length } };
  }
}
