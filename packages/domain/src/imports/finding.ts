import type { ImportErrorLevel, ImportErrorType, ImportSide } from "./error-types.js";

/** More than is said of a row by the type alone. Ids below zero are those that the run gives out itself. */
type MatchInfo = Readonly<Record<string, string | number | null>>;

/** What a rule says of a row that it holds against: what to know, which may be nothing. */
export type Objection = MatchInfo;

/** One rule of the decision table. */
export type Rule<Subject, Context> = {
  readonly type: ImportErrorType;
  readonly level: ImportErrorLevel;
  /** What the rule holds against a row; `undefined` where it has nothing to say. */
  readonly check: (subject: Subject, context: Context) => Objection | undefined;
};

/** An error row before it has an id. */
export type Finding = {
  readonly side: ImportSide;
  readonly type: ImportErrorType;
  readonly level: ImportErrorLevel;
  readonly info: MatchInfo;
};

/** What rules say that have nothing to add to their type. */
export const plainly: Objection = {};

/** What one rule holds against a subject, as findings of a side. */
export function findingsOf<Subject, Context>(
  { type, level, check }: Rule<Subject, Context>,
  subject: Subject,
  context: Context,
  side: ImportSide,
): readonly Finding[] {
  const info = check(subject, context);
  return info ? [{ side, type, level, info }] : [];
}
