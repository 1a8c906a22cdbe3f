import { isPlainText, plainCell } from "../kernel/plain-text.js";
import type { ImportRow } from "./import-row.js";
import { importFields } from "./import-row.js";

const longestText = 500;

/** The row with plain texts on one line. Texts that are too long are left out, and a problem says so. */
export const usableRow = (row: ImportRow): ImportRow =>
  importFields.every((field) => isUsable(row[field])) ? row : cleaned(row);

const isUsable = (text: string | undefined): boolean =>
  text === undefined || (text !== "" && text.length <= longestText && isPlainText(text));

function cleaned(row: ImportRow): ImportRow {
  const clean: Record<string, string | number> = { row: row.row };
  let problem = row.problem;
  for (const field of importFields) {
    const text = row[field];
    if (text === undefined) continue;
    if (text.length > longestText) problem ??= `${nameOf(field)} is longer than ${longestText} characters`;
    else {
      const plain = plainCell(text);
      if (plain !== "") clean[field] = plain;
    }
  }
  return { ...clean, ...(problem === undefined ? {} : { problem }) } as ImportRow;
}

/** As the contract spells names: `appointment_date`. */
const nameOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
