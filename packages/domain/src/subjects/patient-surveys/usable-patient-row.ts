import { plainCell } from "../../foundation/kernel/text.js";
import type { PatientRow } from "./patient-rows.js";
import type { SurveyField } from "./survey-field.js";

const maxTextLength = 500;

/**
 * Cleans the cells of a row: replaces control characters, removes surrounding spaces, and truncates strings
 * to 500 characters.
 */
export function usablePatientRow(row: PatientRow): PatientRow {
  const others = row.others.map(([heading, text]) => [usableText(heading), usableText(text)] as const);
  return { ...row, texts: usableTexts(row, Object.keys(row.texts) as SurveyField[]), others };
}

/** Cleans only some fields of a row. The result does not contain the other fields. */
export const usablePart = (row: PatientRow, fields: readonly SurveyField[]): PatientRow => ({
  row: row.row,
  texts: usableTexts(row, fields),
  others: [],
});

function usableTexts({ texts }: PatientRow, fields: readonly SurveyField[]): PatientRow["texts"] {
  const usable: { [Field in SurveyField]?: string } = {};
  for (const field of fields) {
    const text = texts[field];
    if (text !== undefined) usable[field] = usableText(text);
  }
  return usable;
}

function usableText(text: string): string {
  const plain = plainCell(text).trim();
  return plain.length > maxTextLength ? `${plain.slice(0, maxTextLength - 1).toWellFormed()}…` : plain;
}
