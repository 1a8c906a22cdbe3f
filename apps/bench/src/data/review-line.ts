import type { Line } from "./catalog-lines.js";
import { catalogSizes, locationOf } from "./catalog-lines.js";
import { complaint, mixed, praise } from "./phrases.js";
import type { Random } from "./random.js";
import { seededRandom } from "./random.js";
import { reviewTime } from "./review-times.js";

const reviewers = "Aaron B.,Beth Carver,Carlos,Dana H.,Ellie Nash,Frank,Gina O.,Hugo Salazar,Ivy T.,Joel W.".split(",");
const ratings = [5, 5, 5, 5, 5, 5, 4, 4, 3.5, 3, 2, 1];

/** How many of the reviews have the custom field that is filtered by. */
const recallShare = 1 / 50;

/** The review at `index` of so many, as a line of a bundle: the same every time. */
export function reviewLine(account: number, rows: number, index: number): Line {
  const random = seededRandom(account * 0x2545f491 + index);
  const provider = 1 + random.below(catalogSizes.providers);
  const rating = random.pick(ratings);
  return {
    kind: "review",
    id: index + 1,
    platform_id: 1 + random.below(catalogSizes.platforms),
    location_id: locationOf(provider),
    ...(random.chance(0.85) && { provider_id: provider }),
    ...(random.chance(0.9) && { rating }),
    ...(random.chance(0.85) && { comment: comment(random, rating) }),
    ...(random.chance(0.96) && { reviewer: random.pick(reviewers) }),
    create_time: reviewTime(rows, index),
    ...(random.chance(0.9) && {
      extras: {
        visit: random.chance(0.35) ? "new" : "return",
        ...(random.chance(recallShare / 0.9) && { recall: "yes" }),
      },
    }),
  };
}

function comment(random: Random, rating: number): string {
  const sentences = moodOf(rating);
  const first = random.below(sentences.length);
  const count = 1 + random.below(5);
  return Array.from({ length: count }, (_, index) => sentences[(first + index) % sentences.length]).join(" ");
}

function moodOf(rating: number): readonly string[] {
  if (rating >= 4) return praise;
  return rating >= 3 ? mixed : complaint;
}
