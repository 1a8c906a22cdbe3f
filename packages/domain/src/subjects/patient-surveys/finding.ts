import type { CalendarDate } from "../../foundation/kernel/times.js";
import type { CahpsType } from "./cahps-type.js";
import type { CodeSets } from "./code-sets.js";
import type { EarlierRows } from "./earlier-rows.js";
import type { FileFacts } from "./file-facts.js";
import type { Patient } from "./patient.js";
import type { SurveyField } from "./survey-field.js";

/** Message of a rule about a row. `field` is `null` if the message is not about a single field. */
export type Remark = { readonly field: SurveyField | null; readonly text: string };

/** Data that the rules need to check a row, in addition to the row. */
export type JudgingTerms = {
  readonly type: CahpsType;
  /** Local date of the upload. */
  readonly uploadDate: CalendarDate;
  /** Fields for which the file has a column. */
  readonly fields: ReadonlySet<SurveyField>;
  readonly facts: FileFacts;
  readonly earlier: EarlierRows;
  readonly codes: CodeSets;
};

/** Rule that checks the rows of patient files. */
export type SurveyRule<Code extends string = string> = {
  readonly code: Code;
  /** Survey to which the rule applies. If omitted, the rule applies to OAS CAHPS and HCAHPS. */
  readonly only?: CahpsType;
  readonly check: (patient: Patient, terms: JudgingTerms) => readonly Remark[];
};

/** Message about a row with the code of the rule, as published in the notes of the row. */
export type Finding = Remark & { readonly code: string };

const nothing: readonly Remark[] = [];

/**
 * Returns one remark if a condition is true, otherwise none. If `text` is a function, it is called only if the
 * condition is true.
 */
export const remarkIf = (
  holds: boolean,
  field: SurveyField | null,
  text: string | (() => string),
): readonly Remark[] => (holds ? [{ field, text: typeof text === "string" ? text : text() }] : nothing);

/** Applies the rules to a row. Returns the findings in the order of the rules. */
export function findingsOf(rules: readonly SurveyRule[], patient: Patient, terms: JudgingTerms): readonly Finding[] {
  const findings: Finding[] = [];
  for (const { code, only, check } of rules) {
    if (only !== undefined && only !== terms.type) continue;
    for (const { field, text } of check(patient, terms)) findings.push({ code, field, text });
  }
  return findings;
}

const maxShownLength = 100;

/** Truncates a value to 100 characters for use in a message. */
export const shown = (value: string): string =>
  value.length > maxShownLength ? `${value.slice(0, maxShownLength).toWellFormed()}…` : value;
