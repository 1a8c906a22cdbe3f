import type { ImportErrorLevel, ImportErrorType, ImportSide } from "./error-types.js";

/** Details of a finding, published as `match_info`. Negative ids refer to records that the run creates. */
type MatchInfo = Readonly<Record<string, string | number | null>>;

/** Details that explain why a row fails a rule. Can be empty. */
export type Objection = MatchInfo;

/** Import rule, as listed in the decision table. */
export type Rule<Subject, Context> = {
  readonly type: ImportErrorType;
  readonly level: ImportErrorLevel;
  /** Returns details for the error row if the checked value fails the rule, otherwise `undefined`. */
  readonly check: (subject: Subject, context: Context) => Objection | undefined;
};

/** Error row that does not have an id yet. */
export type Finding = {
  readonly side: ImportSide;
  readonly type: ImportErrorType;
  readonly level: ImportErrorLevel;
  readonly info: MatchInfo;
};

/** Empty details, for rules that report nothing except the type of the error. */
export const plainly: Objection = {};

/** Checks a row against one rule. Returns one finding if the row fails the rule, otherwise an empty array. */
export function findingsOf<Subject, Context>(
  { type, level, check }: Rule<Subject, Context>,
  subject: Subject,
  context: Context,
  side: ImportSide,
): readonly Finding[] {
  const info = check(subject, context);
  return info ? [{ side, type, level, info }] : [];
}
