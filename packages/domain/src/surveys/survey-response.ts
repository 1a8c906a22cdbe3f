import type { CalendarDate } from "../kernel/calendar-date.js";
import type { LocationId, PlatformId, ProviderId, SurveyResponseId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";

/** An answer as it is stored: a text, a number or a choice's 1-based index as text, or several of these. */
export type Answer = string | readonly string[];

/** What a patient answered to a survey; `null` is unknown. */
export type SurveyResponse = {
  readonly id: SurveyResponseId;
  readonly surveyId: PlatformId;
  readonly submittedAt: Instant;
  readonly appointmentDate: CalendarDate | null;
  /** Phone number or e-mail address that the survey went to, as it was sent. */
  readonly contact: string | null;
  readonly locationId: LocationId | null;
  readonly providerId: ProviderId | null;
  /** The patient's id in the practice's own system. */
  readonly patientId: string | null;
  readonly patientFirst: string | null;
  readonly patientLast: string | null;
  /** By question id; any text may be one, so only own members count. */
  readonly answers: Readonly<Record<string, Answer>>;
  /** Comments beside answers, by question id. */
  readonly comments: Readonly<Record<string, string>>;
  /** The practice's own fields, by name. */
  readonly extras: Readonly<Record<string, string>>;
};

/** What a response answers to a question; `undefined` when it was left unanswered. */
export function answerTo({ answers }: SurveyResponse, questionId: string): Answer | undefined {
  const answer = Object.hasOwn(answers, questionId) ? answers[questionId] : undefined;
  return answer?.length ? answer : undefined;
}

/** What a response remarks on a question; `undefined` when it remarks nothing. */
export const commentOn = ({ comments }: SurveyResponse, questionId: string): string | undefined =>
  (Object.hasOwn(comments, questionId) && comments[questionId]) || undefined;
