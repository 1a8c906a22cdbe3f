import type { Line } from "./catalog-lines.js";
import { catalogSizes, locationOf, surveyId } from "./catalog-lines.js";
import { praise } from "./phrases.js";
import type { Random } from "./random.js";
import { seededRandom } from "./random.js";
import { reviewTime } from "./review-times.js";

/** The invite at `index` of so many, as a line of a bundle: the same every time. */
export function inviteLine(account: number, rows: number, index: number): Line {
  const random = seededRandom(account * 0x51ed270b + index);
  const sentAt = reviewTime(rows, index);
  return {
    kind: "invite",
    id: index + 1,
    type: random.chance(0.7) ? "sms" : "email",
    sent_to: `801555${String(random.below(10_000)).padStart(4, "0")}`,
    sent_at: sentAt,
    customer_name: `Patient ${random.below(100_000)}`,
    ...visit(random),
    ...(random.chance(0.6) && { opened: sentAt, clicked: [{ created_at: sentAt, name: "Google" }] }),
    proceeded_to_review: random.chance(0.2),
  };
}

/** The survey response at `index` of so many, as a line of a bundle: the same every time. */
export function responseLine(account: number, rows: number, index: number): Line {
  const random = seededRandom(account * 0x632be5ab + index);
  const stars = String(1 + random.below(5));
  return {
    kind: "survey_response",
    id: index + 1,
    survey_id: surveyId,
    submitted_at: reviewTime(rows, index),
    contact: `patient${random.below(100_000)}@example.com`,
    patient_id: `MRN-${random.below(100_000)}`,
    patient_first: "Pat",
    patient_last: `Tester ${random.below(1_000)}`,
    ...visit(random),
    answers: { stars, scale: String(random.below(11)), liked: ["1", "3"], more: random.pick(praise) },
    ...(random.chance(0.3) && { comments: { stars: random.pick(praise) } }),
  };
}

function visit(random: Random) {
  const provider = 1 + random.below(catalogSizes.providers);
  return { location_id: locationOf(provider), provider_id: provider };
}
