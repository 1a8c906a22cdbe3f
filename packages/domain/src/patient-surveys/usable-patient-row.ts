import { storableText } from "../kernel/storable-text.js";
import type { PatientRow } from "./patient-rows.js";

const longestText = 500;

/** The row as it can be judged and kept: without outer spaces, and with no text of more than 500 characters. */
export function usablePatientRow(row: PatientRow): PatientRow {
  const texts: Record<string, string> = {};
  for (const [field, text] of Object.entries(row.texts)) texts[field] = usableText(text);
  const others = row.others.map(([heading, text]) => [usableText(heading), usableText(text)] as const);
  return { ...row, texts, others };
}

function usableText(text: string): string {
  const plain = storableText(text.trim());
  return plain.length > longestText ? `${plain.slice(0, longestText - 1).toWellFormed()}…` : plain;
}
