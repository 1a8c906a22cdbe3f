import type { CalendarDate } from "../../foundation/kernel/calendar-date.js";
import type { LocationId, PlatformId, ProviderId, SurveyResponseId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";

/** Stored answer: a string, a number as a string, the 1-based index of a choice as a string, or an array of these. */
export type Answer = string | readonly string[];

/** Patient's response to a survey. `null` means unknown. */
export type SurveyResponse = {
  readonly id: SurveyResponseId;
  readonly surveyId: PlatformId;
  readonly submittedAt: Instant;
  readonly appointmentDate: CalendarDate | null;
  /** Phone number or email address that the survey was sent to, unchanged. */
  readonly contact: string | null;
  readonly locationId: LocationId | null;
  readonly providerId: ProviderId | null;
  /** Patient id in the practice's system. */
  readonly patientId: string | null;
  readonly patientFirst: string | null;
  readonly patientLast: string | null;
  /** Answers by question id. Read own members only, because an id may be any string. */
  readonly answers: Readonly<Record<string, Answer>>;
  /** Comments on answers, by question id. */
  readonly comments: Readonly<Record<string, string>>;
  /** Custom fields by name. */
  readonly extras: Readonly<Record<string, string>>;
};

/** Returns the answer to a question, or `undefined` if it is unanswered. */
export function answerTo({ answers }: SurveyResponse, questionId: string): Answer | undefined {
  const answer = Object.hasOwn(answers, questionId) ? answers[questionId] : undefined;
  return answer?.length ? answer : undefined;
}

/** Returns the comment on a question, or `undefined` if there is none. */
export const commentOn = ({ comments }: SurveyResponse, questionId: string): string | undefined =>
  (Object.hasOwn(comments, questionId) && comments[questionId]) || undefined;
