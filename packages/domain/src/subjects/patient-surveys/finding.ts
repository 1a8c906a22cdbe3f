import type { CahpsType } from "./cahps-type.js";
import type { EarlierRows } from "./earlier-rows.js";
import type { FileFacts } from "./file-facts.js";
import type { Patient } from "./patient.js";
import type { CodeSets } from "./code-sets.js";
import type { SurveyField } from "./survey-field.js";
import type { CalendarDate } from "../../foundation/kernel/calendar-date.js";

/** Result of a rule for a row: the field, if any, and the message. */
export type Remark = { readonly field: SurveyField | null; readonly text: string };

/** Context of the rules besides the row. */
export type JudgingTerms = {
  readonly type: CahpsType;
  /** Local date of the upload. */
  readonly uploadDate: CalendarDate;
  /** Fields with a column in the file. */
  readonly fields: ReadonlySet<SurveyField>;
  readonly facts: FileFacts;
  readonly earlier: EarlierRows;
  readonly codes: CodeSets;
};

/** Rule for the rows of patient files. */
export type SurveyRule<Code extends string = string> = {
  readonly code: Code;
  /** Limits the rule to one survey. Both surveys if omitted. */
  readonly only?: CahpsType;
  readonly check: (patient: Patient, terms: JudgingTerms) => readonly Remark[];
};

/** Remark with the code of its rule, as listed in a row's notes. */
export type Finding = Remark & { readonly code: string };

const nothing: readonly Remark[] = [];

/** Returns one remark if a condition is true. A function for `text` is called only then. */
export const remarkIf = (
  holds: boolean,
  field: SurveyField | null,
  text: string | (() => string),
): readonly Remark[] => (holds ? [{ field, text: typeof text === "string" ? text : text() }] : nothing);

/** Returns the findings of the rules for a row, in the rules' order. */
export function findingsOf(rules: readonly SurveyRule[], patient: Patient, terms: JudgingTerms): readonly Finding[] {
  const findings: Finding[] = [];
  for (const { code, only, check } of rules) {
    if (only !== undefined && only !== terms.type) continue;
    for (const { field, text } of check(patient, terms)) findings.push({ code, field, text });
  }
  return findings;
}

const longestShown = 100;

/** Truncates a value for a message. */
export const shown = (value: string): string =>
  value.length > longestShown ? `${value.slice(0, longestShown).toWellFormed()}…` : value;
