import type { CahpsType } from "./cahps-type.js";
import type { EarlierRows } from "./earlier-rows.js";
import type { FileFacts } from "./file-facts.js";
import type { Patient } from "./patient.js";
import type { CodeSets } from "./code-sets.js";
import type { SurveyField } from "./survey-field.js";
import type { CalendarDate } from "../kernel/calendar-date.js";

/** What a rule says of a row: which field it is about, if it is about one, and what is shown. */
export type Remark = { readonly field: SurveyField | null; readonly text: string };

/** What rules know besides the row. */
export type JudgingTerms = {
  readonly type: CahpsType;
  /** The local day of the upload. */
  readonly uploadDate: CalendarDate;
  /** The fields that the file has columns for. */
  readonly fields: ReadonlySet<SurveyField>;
  readonly facts: FileFacts;
  readonly earlier: EarlierRows;
  readonly codes: CodeSets;
};

/** One rule about the rows of patient files. */
export type SurveyRule<Code extends string = string> = {
  readonly code: Code;
  /** The only survey that asks for it; both do when absent. */
  readonly only?: CahpsType;
  readonly check: (patient: Patient, terms: JudgingTerms) => readonly Remark[];
};

/** A remark under the code of its rule: what a record's notes list. */
export type Finding = Remark & { readonly code: string };

const nothing: readonly Remark[] = [];

/** One remark where a condition holds. The text is made only then. */
export const remarkIf = (
  holds: boolean,
  field: SurveyField | null,
  text: string | (() => string),
): readonly Remark[] => (holds ? [{ field, text: typeof text === "string" ? text : text() }] : nothing);

/** What the rules of a table hold against a row, in the order of the table. */
export function findingsOf(rules: readonly SurveyRule[], patient: Patient, terms: JudgingTerms): readonly Finding[] {
  const findings: Finding[] = [];
  for (const { code, only, check } of rules) {
    if (only !== undefined && only !== terms.type) continue;
    for (const { field, text } of check(patient, terms)) findings.push({ code, field, text });
  }
  return findings;
}

const longestShown = 100;

/** A value in a text that people read: no longer than they care to. */
export const shown = (value: string): string =>
  value.length > longestShown ? `${value.slice(0, longestShown).toWellFormed()}…` : value;
