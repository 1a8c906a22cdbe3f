import type { FileHandle } from "node:fs/promises";
import { type ImportField, importFields, type ImportRow, invalid } from "@repute/domain";
import { type Cells, tooManyCells } from "../csv-records.js";
import { type DelimitedRow, delimitedText } from "../delimited-text.js";
import type { ImportTexts } from "../import-texts.js";
import type { Notice } from "../notices.js";
import { appointmentHeadings, dateHeadings, fieldColumns } from "./appointment-headings.js";

type Columns = readonly (readonly [ImportField, readonly number[]])[];

/** Reads the rows of an appointment table. Throws `file_unreadable` if no column contains the appointment date. */
export async function* tableRows(handle: FileHandle, notice: Notice): AsyncGenerator<readonly ImportRow[]> {
  const { headings, rows } = await delimitedText(handle, appointmentHeadings, notice);
  const columns = fieldColumns(headings);
  if (!columns.has("appointmentDate")) throw withoutDate();
  const all = importFields.flatMap((field): Columns => {
    const indexes = columns.get(field);
    return indexes ? [[field, indexes]] : [];
  });
  for await (const chunk of rows) yield chunk.map((row) => importRow(row, headings, all));
}

function importRow({ row, cells }: DelimitedRow, headings: Cells, columns: Columns): ImportRow {
  const problem = tooManyCells(headings, cells);
  return problem === undefined
    ? textsOf(row, cells, columns)
    : { ...textsOf(row, cells, columns.filter(identifiesPatient)), problem };
}

/** True for fields that help a person find a row. If a row's cells are misaligned, all other fields are dropped. */
const identifiesPatient = ([field]: Columns[number]): boolean =>
  ["appointmentId", "patientId", "firstName", "lastName", "fullName"].includes(field);

function textsOf(row: number, cells: Cells, columns: Columns): ImportRow {
  const texts: ImportTexts & { readonly row: number } = { row };
  for (const [field, indexes] of columns) {
    const text = firstText(cells, indexes);
    if (text !== undefined) texts[field] = text;
  }
  return texts;
}

function firstText(cells: Cells, indexes: readonly number[]): string | undefined {
  for (const index of indexes) {
    const text = cells[index]?.trim();
    if (text) return text;
  }
  return undefined;
}

const withoutDate = () =>
  invalid(
    "file_unreadable",
    `cannot read the table: it has no column for the appointment date; use one of these headings: ${dateHeadings.join(", ")}`,
  );
