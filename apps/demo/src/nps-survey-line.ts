import { type DemoLine, locationId, platformId, providerId } from "./catalog-lines.js";
import { comment } from "./comment.js";
import { platforms } from "./platforms.js";
import { recommendQuestion } from "./questions.js";
import type { Random } from "./random.js";
import { spokenName } from "./review-line.js";
import { towns } from "./towns.js";
import type { Visit } from "./visit.js";

// Weights of the scores 0 to 10. Most patients are promoters, and few patients give a middle score.
const scores = [3, 1, 1, 2, 2, 4, 4, 9, 16, 22, 40];

/** Generates the bundle line of a patient's answer to the Net Promoter Score question. */
export function npsSurveyLine(random: Random, id: number, visit: Visit, createTime: string): DemoLine {
  const score = random.weighted(scores);
  const stars = Math.max(1, Math.ceil(score / 2));
  const { town, person, first, last } = visit;
  const seen = { provider: spokenName(person), city: towns[town]?.city ?? "" };
  return {
    kind: "nps_survey",
    id,
    platform_id: platformId(platforms.findIndex(({ questions }) => questions !== undefined)),
    location_id: locationId(town),
    ...(person !== undefined && { provider_id: providerId(person) }),
    nps_rating: score,
    ...(random.chance(0.6) && { rating: stars }),
    question_id: recommendQuestion.name,
    ...(random.chance(0.4) && { comment: comment(random, stars, seen) }),
    reviewer: `${first} ${last}`,
    create_time: createTime,
    extras: { visit: random.chance(0.35) ? "new" : "return" },
  };
}
