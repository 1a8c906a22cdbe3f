import type { BundleLine, BundleSource, CalendarDate } from "@repute/domain";
import { catalogLines } from "./catalog-lines.js";
import { practice } from "./places.js";
import { seededRandom } from "./random.js";
import { reviewLine } from "./review-line.js";
import { reviewTimes } from "./review-times.js";

/** What the demo's data is made of: the same seed and day give the same data. */
export type DemoPlan = { readonly seed: number; readonly day: CalendarDate; readonly reviews: number };

const chunkLines = 1_000;
const firstReview = 1_001;

/** A made-up practice as an account bundle, with reviews of the two years before the plan's day. */
export function demoBundle(plan: DemoPlan): BundleSource {
  return {
    async *read() {
      let chunk: BundleLine[] = [];
      let line = 0;
      for (const value of demoLines(plan)) {
        chunk.push({ line: (line += 1), value });
        if (chunk.length < chunkLines) continue;
        yield chunk;
        chunk = [];
      }
      if (chunk.length > 0) yield chunk;
    },
  };
}

function* demoLines({ seed, day, reviews }: DemoPlan): Generator<unknown> {
  yield* catalogLines();
  const random = seededRandom(seed);
  let id = firstReview;
  // The times have a sequence of their own, so that a longer comment does not move every later review.
  for (const time of reviewTimes(seededRandom(seed + 1), reviews, day, practice.timeZone)) {
    yield reviewLine(random, id, time);
    id += 1;
  }
}
