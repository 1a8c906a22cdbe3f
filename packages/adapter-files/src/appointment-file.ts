import type { FileHandle } from "node:fs/promises";
import {
  type FileLayout,
  type ImportField,
  importFields,
  type ImportFile,
  type ImportRow,
  invalid,
  type SystemDescription,
  unknownSystem,
} from "@repute/domain";
import { appointmentHeadings, isYes, tableColumns } from "./appointment-columns.js";
import { withReadTimes } from "./appointment-times.js";
import { type Cells, tooManyCells } from "./csv-records.js";
import { fhirRows } from "./fhir-appointments.js";
import { hl7Rows } from "./hl7-appointments.js";
import type { ImportTexts, Reading } from "./import-texts.js";
import { beginningOf, type FileOptions, onceEach, rereading } from "./input-file.js";
import { type DelimitedRow, delimitedText } from "./table.js";

/**
 * Reads a practice's appointments from a file, with or without gzip compression.
 * The format is detected from the first bytes: a table with headings (delimited text or .xlsx), HL7 v2 scheduling
 * messages, or FHIR R4 appointments.
 * Throws `file_changed` if the file changed since the first read.
 */
export function appointmentFile(file: string | FileHandle, { onNotice }: FileOptions = {}): ImportFile {
  const notice = onceEach(onNotice);
  let layout: FileLayout | undefined;
  const reading = { notice, onLayout: (found: FileLayout) => void (layout = found), dayColumns: new Map() };
  return {
    read: rereading(
      file,
      (handle, system: SystemDescription = unknownSystem) => readableRows(handle, { ...reading, system }),
      changed,
    ),
    layout: () => layout,
  };
}

/** Maximum number of unreadable rows. A file with more such rows is probably not an appointment file. */
const maxProblems = 100_000;

async function* readableRows(handle: FileHandle, reading: Reading): AsyncGenerator<readonly ImportRow[]> {
  let problems = 0;
  for await (const rows of appointmentRows(handle, reading)) {
    problems += rows.filter(({ problem }) => problem !== undefined).length;
    if (problems > maxProblems) throw tooManyProblems();
    yield rows;
  }
}

async function* appointmentRows(handle: FileHandle, reading: Reading): AsyncGenerator<readonly ImportRow[]> {
  const beginning = await beginningOf(handle);
  if (/^[{[]/.test(beginning)) yield* fhirRows(handle, reading);
  else if (/^(?:MSH|FHS|BHS)[^\w\s]/.test(beginning)) yield* hl7Rows(handle, reading);
  else yield* tableRows(handle, reading);
}

const tooManyProblems = () =>
  invalid("file_unreadable", `cannot read the file: more than ${maxProblems} of its rows are unreadable`);

const changed = () => invalid("file_changed", "the file changed while it was being read; nothing was stored");

type Columns = readonly (readonly [ImportField, readonly number[]])[];

/** Reads the rows of an appointment table. Throws `file_unreadable` if no column contains the appointment date. */
async function* tableRows(handle: FileHandle, reading: Reading) {
  const { system, notice, onLayout } = reading;
  const { headings, rows, sheet, dateText } = await delimitedText(handle, appointmentHeadings(system.columns), notice);
  const { fields, flags, columns, unread } = tableColumns(headings, system.columns);
  onLayout({ format: "table", facts: sheet === undefined ? [] : [["sheet", sheet]], columns, unread });
  const all = importFields.flatMap((field): Columns => {
    const indexes = fields.get(field);
    return indexes ? [[field, indexes]] : [];
  });
  const rowOf = (row: DelimitedRow) => {
    const read = flagged(importRow(row, headings, all), row, flags);
    return dateText ? withDates(read, dateText) : read;
  };
  const read = async function* () {
    for await (const chunk of rows) yield chunk.map(rowOf);
  };
  const dateHeadings = columns.filter(({ field }) => field === "appointmentDate").map(({ heading }) => heading);
  yield* withReadTimes(read, { ...reading, dateHeadings, key: JSON.stringify([...fields]) });
}

const dateFields = ["appointmentDate", "dateOfBirth", "bookedAt"] as const;

function withDates(row: ImportRow, dateText: (cell: string) => string): ImportRow {
  const dates = dateFields.flatMap((field) =>
    row[field] === undefined ? [] : [[field, dateText(row[field])] as const],
  );
  return { ...row, ...Object.fromEntries(dates) };
}

/** Adds the columns of yes and no to the status of a row. */
function flagged(row: ImportRow, { cells }: DelimitedRow, flags: ReturnType<typeof tableColumns>["flags"]): ImportRow {
  const set = flags.filter(({ index }) => isYes(cells[index] ?? "")).map(({ heading }) => heading);
  if (set.length === 0) return row;
  return { ...row, status: [...(row.status === undefined ? [] : [row.status]), ...set].join(" | ") };
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

/**
 * Returns the texts of a row by field. A location or provider can have an id and a name in different columns, so their
 * further texts are kept as alternatives.
 */
function textsOf(row: number, cells: Cells, columns: Columns): ImportRow {
  const texts: ImportTexts & { readonly row: number } = { row };
  let others: ImportRow["others"];
  for (const [field, indexes] of columns) {
    const [text, ...more] =
      indexes.length === 1 ? [trimmed(cells, indexes[0])] : indexes.map((one) => trimmed(cells, one)).filter(Boolean);
    if (text) texts[field] = text;
    if (more.length > 0 && (field === "location" || field === "provider")) others = { ...others, [field]: more };
  }
  return others ? { ...texts, others } : texts;
}

const trimmed = (cells: Cells, index = 0): string => cells[index]?.trim() ?? "";
