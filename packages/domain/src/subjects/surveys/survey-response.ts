import type { CalendarDate } from "../../foundation/kernel/calendar-date.js";
import type { LocationId, PlatformId, ProviderId, SurveyResponseId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";

/**
 * Answer in a survey response. Numbers and the 1-based indexes of choices are strings. Several choices are an array.
 */
export type Answer = string | readonly string[];

/** Patient's response to a survey. `null` means that the value is unknown. */
export type SurveyResponse = {
  readonly id: SurveyResponseId;
  readonly surveyId: PlatformId;
  readonly submittedAt: Instant;
  readonly appointmentDate: CalendarDate | null;
  /** Phone number or email address to which the survey was sent, as received. */
  readonly contact: string | null;
  readonly locationId: LocationId | null;
  readonly providerId: ProviderId | null;
  /** Patient id in the practice's own system. */
  readonly patientId: string | null;
  readonly patientFirst: string | null;
  readonly patientLast: string | null;
  /** Answers by question id. Use `Object.hasOwn` before reading, because a question id can be any string. */
  readonly answers: Readonly<Record<string, Answer>>;
  /** Comments on answers, by question id. */
  readonly comments: Readonly<Record<string, string>>;
  /** Custom fields by name. */
  readonly extras: Readonly<Record<string, string>>;
};

/** Returns the answer to a question, or `undefined` if the question is unanswered. */
export function answerTo({ answers }: SurveyResponse, questionId: string): Answer | undefined {
  const answer = Object.hasOwn(answers, questionId) ? answers[questionId] : undefined;
  return answer?.length ? answer : undefined;
}

/** Returns the comment on a question, or `undefined` if the question has no comment. */
export const commentOn = ({ comments }: SurveyResponse, questionId: string): string | undefined =>
  (Object.hasOwn(comments, questionId) && comments[questionId]) || undefined;
