import type { FileHandle } from "node:fs/promises";
import { type ImportField, importFields, type ImportFile, type ImportRow, invalid } from "@repute/domain";
import { type Cells, tooManyCells } from "./csv-records.js";
import { fhirRows } from "./fhir-appointments.js";
import { hl7Rows } from "./hl7-appointments.js";
import type { ImportTexts } from "./import-texts.js";
import { beginningOf, type FileOptions, type Notice, onceEach, rereading } from "./input-file.js";
import { type DelimitedRow, delimitedText, folded, type KnownHeadings } from "./table.js";

/**
 * Reads a practice's appointments from a file, with or without gzip compression.
 * The format is detected from the first bytes: a table with headings (delimited text or .xlsx), HL7 v2 scheduling
 * messages, or FHIR R4 appointments.
 * Throws `file_changed` if the file changed since the first read.
 */
export function appointmentFile(file: string | FileHandle, { onNotice }: FileOptions = {}): ImportFile {
  const notice = onceEach(onNotice);
  return { read: rereading(file, (handle) => readableRows(handle, notice), changed) };
}

/** Maximum number of unreadable rows. A file with more such rows is probably not an appointment file. */
const maxProblems = 100_000;

async function* readableRows(handle: FileHandle, notice: Notice): AsyncGenerator<readonly ImportRow[]> {
  let problems = 0;
  for await (const rows of appointmentRows(handle, notice)) {
    problems += rows.filter(({ problem }) => problem !== undefined).length;
    if (problems > maxProblems) throw tooManyProblems();
    yield rows;
  }
}

async function* appointmentRows(handle: FileHandle, notice: Notice): AsyncGenerator<readonly ImportRow[]> {
  const beginning = await beginningOf(handle);
  if (/^[{[]/.test(beginning)) yield* fhirRows(handle);
  else if (/^(?:MSH|FHS|BHS)[^\w\s]/.test(beginning)) yield* hl7Rows(handle, notice);
  else yield* tableRows(handle, notice);
}

const tooManyProblems = () =>
  invalid("file_unreadable", `cannot read the file: more than ${maxProblems} of its rows are unreadable`);

const changed = () => invalid("file_changed", "the file changed while it was being read; nothing was stored");

type Columns = readonly (readonly [ImportField, readonly number[]])[];

/** Reads the rows of an appointment table. Throws `file_unreadable` if no column contains the appointment date. */
async function* tableRows(handle: FileHandle, notice: Notice): AsyncGenerator<readonly ImportRow[]> {
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

/** Field of a column. A phone column is `phone` if its heading does not name the type of phone. */
type Column = ImportField | "phone";

/**
 * Headings of each field, in order of precedence.
 * If several columns map to one field, the first column with a value is used.
 */
export const appointmentSpellings: Readonly<Record<Column, readonly string[]>> = {
  appointmentId: ["Appointment ID", "Appt ID", "Appt GUID", "Encounter ID", "Encounter", "Visit ID"],
  patientId: [
    ...["MRN", "Medical Record Number", "Patient ID", "Chart ID", "Chart Number", "Chart#"],
    ...["Account Number", "Account#", "Acct Number", "Acct#"],
  ],
  firstName: ["First Name", "Patient First Name"],
  lastName: ["Last Name", "Patient Last Name"],
  fullName: ["Patient Name", "Patient", "Full Name", "Name"],
  dateOfBirth: ["DOB", "Date of Birth", "Birth Date", "Patient DOB"],
  mobilePhone: ["Mobile", "Cell", "Mobile Phone", "Cell Phone", "Mobile Number"],
  homePhone: ["Home Phone", "Home"],
  workPhone: ["Work Phone", "Work"],
  phone: ["Phone", "Phone Number", "Patient Phone", "Telephone"],
  email: ["Email", "Email Address", "Patient Email"],
  state: ["State", "Patient State"],
  appointmentDate: [
    ...["Start DateTime", "Appointment DateTime", "Appointment Date", "Appt Date", "DOS", "Date of Service"],
    ...["Service Date", "Visit Date", "Date"],
  ],
  appointmentTime: ["Appointment Time", "Appt Time", "Start Time", "Time"],
  bookedAt: ["Booked At", "Created", "Created At", "Created Date"],
  status: ["Appointment Status", "Appt Status", "Status"],
  location: [
    ...["Location ID", "Clinic ID", "Facility ID", "Site ID", "Department ID"],
    ...["Location", "Facility", "Clinic", "Site", "Department", "Location Name"],
  ],
  provider: ["Provider ID", "NPI", "Provider NPI", "Provider", "Doctor", "Provider Name"],
};

const columnOf = new Map(
  (Object.keys(appointmentSpellings) as Column[]).flatMap((column) =>
    appointmentSpellings[column].map((heading, rank) => [folded(heading), { column, rank }] as const),
  ),
);

const appointmentHeadings: KnownHeadings = {
  has: (heading) => columnOf.has(heading),
  examples: "Appointment ID, MRN, Patient Name, Appointment Date, Location, Provider",
};

const dateHeadings = appointmentSpellings.appointmentDate;

/**
 * Returns the column indexes of each field, in order of precedence. A `phone` column counts as the mobile phone if
 * the table has no mobile phone column, otherwise as the home phone.
 */
function fieldColumns(headings: readonly string[]): ReadonlyMap<ImportField, readonly number[]> {
  const found = headings
    .flatMap((heading, index) => {
      const known = columnOf.get(folded(heading));
      return known ? [{ ...known, index }] : [];
    })
    .sort((one, other) => Number(one.column === "phone") - Number(other.column === "phone") || one.rank - other.rank);
  const phone = found.some(({ column }) => column === "mobilePhone") ? "homePhone" : "mobilePhone";
  const columns = new Map<ImportField, number[]>();
  for (const { column, index } of found) {
    const field = column === "phone" ? phone : column;
    columns.set(field, [...(columns.get(field) ?? []), index]);
  }
  return columns;
}
