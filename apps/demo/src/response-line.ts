import { type Instant, localDate } from "@repute/domain";
import { type DemoLine, locationId, platformId, providerId } from "./catalog-lines.js";
import { comment } from "./comment.js";
import { platforms } from "./platforms.js";
import type { DemoQuestion } from "./questions.js";
import type { Random } from "./random.js";
import { spokenName } from "./review-line.js";
import { practice, towns } from "./towns.js";
import type { Visit } from "./visit.js";

const surveys = platforms.flatMap(({ questions }, index) => (questions ? [{ id: platformId(index), questions }] : []));

// Weights of 1 to 5 stars. Survey ratings are higher than review ratings.
const starShares = [3, 4, 9, 24, 60];

/** Generates the bundle line of a patient's response to a survey, with some questions skipped. */
export function responseLine(random: Random, id: number, visit: Visit, submittedAt: string): DemoLine {
  const survey = random.pick(surveys);
  const stars = 1 + random.weighted(starShares);
  const context = { random, stars, seen: { provider: spokenName(visit.person), city: towns[visit.town]?.city ?? "" } };
  const requested = survey.questions.filter(() => random.chance(0.93));
  const commented = requested.filter((question) => question.allows_comment && random.chance(0.3));
  const day = localDate((Date.parse(submittedAt) - random.whole(0, 3) * 86_400_000) as Instant, practice.timeZone);
  return {
    kind: "survey_response",
    id,
    survey_id: survey.id,
    submitted_at: submittedAt,
    appointment_date: day,
    contact: random.chance(0.7) ? visit.phone : visit.email,
    location_id: locationId(visit.town),
    ...(visit.person !== undefined && { provider_id: providerId(visit.person) }),
    patient_id: visit.patientId,
    patient_first: visit.first,
    patient_last: visit.last,
    answers: Object.fromEntries(requested.map((question) => [question.question_id, answerTo(question, context)])),
    ...(commented.length > 0 && {
      comments: Object.fromEntries(commented.map((question) => [question.question_id, words(context)])),
    }),
    extras: { visit: random.chance(0.35) ? "new" : "return" },
  };
}

type AnswerContext = { readonly random: Random; readonly stars: number; readonly seen: Parameters<typeof comment>[2] };

/** Generates an answer in the stored format: the code of a choice, the number on a scale, or a free-form string. */
function answerTo(question: DemoQuestion, context: AnswerContext): string | readonly string[] {
  const { random, stars } = context;
  const choices = question.choices?.length ?? 0;
  switch (question.kind) {
    case "stars":
      return String(stars);
    case "single_select":
      return String(random.whole(1, choices));
    case "multi_select":
      return Array.from({ length: choices }, (_, index) => String(index + 1)).filter(() => random.chance(0.4));
    case "point_scale":
      return String(Math.max(question.min ?? 0, stars * 2 - random.whole(0, 1)));
    case "open_text":
      return words(context);
  }
}

const words = ({ random, stars, seen }: AnswerContext): string => comment(random, stars, seen);
