import { isPlainText, plainCell } from "../../foundation/kernel/plain-text.js";
import { importFields, type ImportRow } from "./import-row.js";

const maxTextLength = 500;

/** Returns the row with plain, single-line strings. Omits a string that is too long, and reports it in `problem`. */
export const usableRow = (row: ImportRow): ImportRow =>
  importFields.every((field) => isUsable(row[field])) ? row : cleaned(row);

const isUsable = (text: string | undefined): boolean =>
  text === undefined || (text !== "" && text.length <= maxTextLength && isPlainText(text));

function cleaned(row: ImportRow): ImportRow {
  const clean: Record<string, string | number> = { row: row.row };
  let problem = row.problem;
  for (const field of importFields) {
    const text = row[field];
    if (text === undefined) continue;
    if (text.length > maxTextLength) problem ??= `${nameOf(field)} is longer than ${maxTextLength} characters`;
    else {
      const plain = plainCell(text);
      if (plain !== "") clean[field] = plain;
    }
  }
  return { ...clean, ...(problem === undefined ? {} : { problem }) } as ImportRow;
}

/** Returns a field name as in the interface specification, such as `appointment_date`. */
const nameOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
