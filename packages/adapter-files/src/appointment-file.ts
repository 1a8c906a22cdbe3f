import type { FileHandle } from "node:fs/promises";
import {
  type ColumnMap,
  fieldName,
  type FileLayout,
  type ImportField,
  importFields,
  type ImportFile,
  type ImportRow,
  invalid,
  nearestOf,
  type SystemDescription,
  unknownSystem,
} from "@repute/domain";
import { type Cells, tooManyCells } from "./csv-records.js";
import { fhirRows } from "./fhir-appointments.js";
import { hl7Rows } from "./hl7-appointments.js";
import type { DayColumns, ImportTexts, Reading } from "./import-texts.js";
import { beginningOf, characterSetOf, type FileOptions, type Notice, onceEach, rereading } from "./input-file.js";
import { type DelimitedRow, delimitedText, folded, type KnownHeadings, withAdvice } from "./table.js";

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
    read: rereading(file, (handle, system: SystemDescription = unknownSystem) =>
      readableRows(handle, { ...reading, system }),
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

type Columns = readonly (readonly [ImportField, readonly number[]])[];

/** Reads the rows of an appointment table. Throws `file_unreadable` if no column contains the appointment date. */
async function* tableRows(handle: FileHandle, reading: Reading) {
  const { system, notice, onLayout } = reading;
  const found = await delimitedText(handle, appointmentHeadings(system.columns), notice);
  const { headings, rows, sheet, dateText, advice } = found;
  const { fields, flags, columns, unread } = withAdvice(advice, () => tableColumns(headings, system));
  const fact =
    sheet === undefined ? (["character set", await characterSetOf(handle)] as const) : (["sheet", sheet] as const);
  onLayout({ format: "table", facts: [fact], columns, unread, ...(advice !== "" && { advice }) });
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
  const statuses = [row.status ?? "", ...set.filter((heading) => !isDeath(heading))].filter(Boolean);
  return {
    ...row,
    ...(statuses.length > 0 && { status: statuses.join(" | ") }),
    ...(set.some(isDeath) && { isDeceased: true }),
  };
}

const isDeath = (heading: string): boolean => folded(heading) === "deceased";

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

/** Field of a column. A phone column is `phone` if its heading does not name the type of phone. */
type Column = ImportField | "phone";

/**
 * Headings of each field, in order of precedence: usual words, and the words of scheduling systems.
 * If several columns map to one field, the first column with a value is used.
 */
export const appointmentSpellings: Readonly<Record<Column, readonly string[]>> = {
  appointmentId: [
    ...["Appointment ID", "Appt ID", "Appt GUID", "Encounter ID", "Encounter", "Visit ID", "Appointment Number"],
    ...["Appt Number", "Appt No", "Appt #", "Appointment #", "Apt Num", "Appointment UID", "CSN", "Visit Number"],
  ],
  patientId: [
    ...["MRN", "Medical Record Number", "Patient ID", "Chart ID", "Chart Number", "Chart#"],
    ...["Account Number", "Account#", "Acct Number", "Acct#", "Pat #", "Pat ID", "Pat Num", "Pt ID", "Patient Number"],
    ...["Patient No", "Patient #", "Patient Acct No", "Acct No", "Chart No", "Chart", "Person Nbr"],
  ],
  firstName: ["First Name", "Patient First Name", "Pat First Name", "Pt First Name", "First", "FName", "Given Name"],
  lastName: [
    ...["Last Name", "Patient Last Name", "Pat Last Name", "Pt Last Name", "Last", "LName", "Surname", "Family Name"],
  ],
  fullName: ["Patient Name", "Patient", "Full Name", "Name", "Pat Name", "Pt Name", "Patient Full Name", "Client Name"],
  dateOfBirth: [
    ...["DOB", "Date of Birth", "Birth Date", "Patient DOB", "Birthday", "Pat DOB", "Pt DOB", "Patient Date of Birth"],
  ],
  mobilePhone: [
    ...["Mobile", "Cell", "Mobile Phone", "Cell Phone", "Mobile Number", "Wireless", "Wireless Phone", "Wireless #"],
    ...["Cell Number", "Cell #", "Cell Phone No", "Mobile No", "Mobile #", "Patient Cell", "Patient Mobile"],
    ...["Patient Cell Phone", "Patient Mobile Phone", "Patient Mobile No", "Pt Cell", "Cellular"],
  ],
  homePhone: [
    ...["Home Phone", "Home", "Hm Phone", "Home Number", "Home #", "Home Phone No", "Patient Home Phone", "Pt Home"],
    ...["Phone (Home)", "Home Tel"],
  ],
  workPhone: ["Work Phone", "Work", "Wk Phone", "Work Number", "Work #", "Work Phone No", "Patient Work Phone"],
  phone: [
    ...[
      "Phone",
      "Phone Number",
      "Patient Phone",
      "Telephone",
      "Phone #",
      "Phone No",
      "Pt Phone",
      "Tel",
      "Contact Phone",
    ],
    ...["Patient Phone Number", "Primary Phone", "Preferred Phone"],
  ],
  email: ["Email", "Email Address", "Patient Email", "Pt Email", "Patient Email Address", "Email Addr"],
  state: ["State", "Patient State", "Pat State", "Address State", "Patient Address State", "St"],
  appointmentDate: [
    ...["Start DateTime", "Appointment DateTime", "Appointment Date", "Appt Date", "DOS", "Date of Service"],
    ...["Service Date", "Visit Date", "Date", "Appt Date/Time", "Appointment Date/Time", "Apt Date Time", "Date/Time"],
    ...["Appt DateTime", "Scheduled Date", "Schedule Date", "Start Date", "Start", "Encounter Date", "Appt Start"],
    ...["Appointment Start", "Appointment Day", "Scheduled For", "DateTime"],
  ],
  appointmentTime: [
    ...["Appointment Time", "Appt Time", "Start Time", "Time", "Appt Start Time", "Appointment Start Time"],
    ...["Scheduled Time", "Visit Time", "Apt Time"],
  ],
  bookedAt: [
    "Booked At",
    "Created",
    "Created At",
    "Created Date",
    "Date Booked",
    "Booked On",
    "Made On",
    "Date Created",
  ],
  status: [
    ...["Appointment Status", "Appt Status", "Status", "Visit Status", "Apt Status", "Encounter Status"],
    ...["Appointment State", "Appt State", "Appt Confirmation Status", "Stat"],
  ],
  location: [
    ...["Location ID", "Clinic ID", "Facility ID", "Site ID", "Department ID"],
    ...["Location", "Facility", "Clinic", "Site", "Department", "Location Name", "Office", "Clinic Name", "Dept"],
    ...["Facility Name", "Department Name", "Appointment Facility", "Appointment Facility Name", "Service Location"],
    ...["Practice Location", "Svc Dept", "Site Name", "Loc", "Office Name", "Branch"],
  ],
  provider: [
    ...["Provider ID", "NPI", "Provider NPI", "Provider", "Doctor", "Provider Name", "Prov", "Prov ID", "Prov Num"],
    ...["Prov Abbr", "Prov Name", "Rendering Provider", "Appointment Provider", "Appointment Provider Name"],
    ...["Scheduled Provider", "Scheduling Provider", "Primary Provider", "Treating Provider", "Physician", "Dentist"],
    ...["Clinician", "Practitioner", "Rendering Provider Name", "Dr", "Resource"],
  ],
};

/** Columns of yes and no. A row with any other value than no has the heading as a status. */
const statusFlags = [
  ...["No-show", "Is No-show", "Missed", "Did Not Attend", "DNA", "Cancelled", "Canceled", "Deleted", "Deceased"],
  "Rescheduled",
];

const no: ReadonlySet<string> = new Set(["", "n", "no", "false", "f", "0", "-", "none", "null", "n/a"]);

/** True if a column of yes and no says that its heading applies to the row. */
const isYes = (cell: string): boolean => !no.has(cell.trim().toLowerCase());

const columnOf = new Map(
  (Object.keys(appointmentSpellings) as Column[]).flatMap((column) =>
    appointmentSpellings[column].map((heading, rank) => [folded(heading), { column, rank }] as const),
  ),
);

const flags = new Set(statusFlags.map(folded));

/** Returns the headings by which an appointment table is recognized: the usual headings, and the headings in the connection. */
function appointmentHeadings(columns: ColumnMap): KnownHeadings {
  const own = new Set(Object.values(columns).flatMap((heading) => (heading === null ? [] : folded(heading))));
  const date = columns.appointmentDate && folded(columns.appointmentDate);
  return {
    has: (heading) => own.has(heading) || columnOf.has(heading),
    suffice: (headings) =>
      headings.some((heading) => (date ? heading === date : columnOf.get(heading)?.column === "appointmentDate")),
    examples: "Appointment ID, MRN, Patient Name, Appointment Date, Location, Provider",
    advice:
      'name at least two headings of the file in the connection, such as "columns":{"appointment_date":"Day","full_name":"Client"}',
  };
}

/** Column indexes of each field in order of precedence, the columns of yes and no, and what was not read. */
type TableColumns = {
  readonly fields: ReadonlyMap<ImportField, readonly number[]>;
  readonly flags: readonly { readonly index: number; readonly heading: string }[];
} & Required<Pick<FileLayout, "columns" | "unread">>;

/**
 * Finds the columns of an appointment table. A heading that the connection names for a field is the field's only column.
 * An unread heading that is a status word of the connection is a column of yes and no.
 * A `phone` column counts as the mobile phone if the table has no mobile phone column, otherwise as the home phone.
 * Throws `file_unreadable` if the table has no heading that the connection names, or no column for the appointment date.
 */
export function tableColumns(
  headings: Cells,
  { columns: own, statuses }: Pick<SystemDescription, "columns" | "statuses">,
): TableColumns {
  const fields = new Map<ImportField, number[]>();
  const used = new Set<number>();
  const add = (field: ImportField, index: number) => {
    fields.set(field, [...(fields.get(field) ?? []), index]);
    used.add(index);
  };
  for (const field of importFields) {
    const heading = own[field] ?? null;
    if (heading !== null) add(field, indexOf(heading, field, headings));
  }
  const found = headings
    .flatMap((heading, index) => {
      const known = used.has(index) ? undefined : columnOf.get(folded(heading));
      return known ? [{ ...known, index }] : [];
    })
    .sort((one, other) => Number(one.column === "phone") - Number(other.column === "phone") || one.rank - other.rank);
  const hasMobile = fields.has("mobilePhone") || found.some(({ column }) => column === "mobilePhone");
  for (const { column, index } of found) {
    const field = column === "phone" ? (hasMobile ? "homePhone" : "mobilePhone") : column;
    if (own[field] === undefined) add(field, index);
  }
  if (!fields.has("appointmentDate")) throw withoutDate();
  const others = [...headings.entries()].filter(([index, heading]) => !used.has(index) && heading !== "");
  const words = new Set(Object.keys(statuses).map(folded));
  const isFlag = ([, heading]: readonly [number, string]) =>
    words.has(folded(heading)) || ((own.status === undefined || isDeath(heading)) && flags.has(folded(heading)));
  const flagColumns = others.filter(isFlag).map(([index, heading]) => ({ index, heading }));
  return {
    fields,
    flags: flagColumns,
    columns: [
      ...[...fields].flatMap(([field, all]) => all.map((index) => ({ field, heading: headings[index] ?? "" }))),
      ...flagColumns.map(({ heading }) => ({ field: "status" as const, heading })),
    ],
    unread: others
      .filter((one) => !isFlag(one))
      .map(([, heading]) => replacedHeading(heading) ?? unreadHeading(heading, fields)),
  };
}

function indexOf(heading: string, field: ImportField, headings: Cells): number {
  const index = headings.findIndex((one) => folded(one) === folded(heading));
  if (index >= 0) return index;
  throw invalid(
    "file_unreadable",
    `cannot read the table: it has no heading ${shown(heading)}, which the connection names for ${fieldName(field)}`,
  );
}

const withoutDate = () =>
  invalid(
    "file_unreadable",
    `cannot read the table: it has no column for the appointment date; use one of these headings: ${appointmentSpellings.appointmentDate.join(", ")}, or name the heading in the connection, such as "columns":{"appointment_date":"Day"}`,
  );

const maxShown = 60;
const shown = (heading: string): string => heading.slice(0, maxShown);

const spelled = [...columnOf.keys()].filter((heading) => heading.length >= 5);

/** Returns a heading that Repute knows, but that is not read because the connection names another one for its field. */
function replacedHeading(heading: string): TableColumns["unread"][number] | undefined {
  const column = columnOf.get(folded(heading))?.column;
  return column && column !== "phone" ? { heading: shown(heading), replaced: column } : undefined;
}

/**
 * Guesses the field that an unknown heading means, unless the table has another column for the field: by the most similar
 * heading, by a known heading that it contains, or by one of its words.
 */
function unreadHeading(heading: string, fields: TableColumns["fields"]): TableColumns["unread"][number] {
  const name = folded(shown(heading));
  const within = spelled.filter((one) => name.includes(one)).sort((one, other) => other.length - one.length);
  const ofWords = shown(heading)
    .split(/[^\p{L}]/u)
    .flatMap((word) => (word.length < 5 ? [] : (nearestOf(word, spelled) ?? [])));
  const column = columnOf.get(nearestOf(name, spelled) ?? within[0] ?? ofWords[0] ?? "")?.column;
  const meant = column === "phone" ? "mobilePhone" : column;
  return { heading: shown(heading), ...(meant && !fields.has(meant) && { meant }) };
}

type Rows = AsyncGenerator<readonly ImportRow[]>;

type TimeReading = Pick<Reading, "notice" | "dayColumns"> & {
  readonly dateHeadings: readonly string[];
  /** Identifies the columns of the table. */
  readonly key: string;
};

/**
 * Reads the rows of an appointment table, without the midnights of columns that contain only days, such as
 * `2026-11-18 00:00:00`. Otherwise, such a visit would take place at midnight, or in UTC on the day before.
 */
async function* withReadTimes(read: () => Rows, { notice, dayColumns, dateHeadings, key }: TimeReading): Rows {
  const columns = dayColumns.get(key) ?? (await findDayColumns(read()));
  dayColumns.set(key, columns);
  if (columns.isOnlyDays) {
    notice(`all times in the column ${dateHeadings.join(", ")} are midnight, so its values were read as days`);
  }
  for await (const chunk of read()) {
    const rows = columns.date || columns.time ? chunk.map((row) => withDays(row, columns)) : chunk;
    for (const row of rows) reportZones(row, notice);
    yield rows;
  }
}

const searchedRows = 1_000;

/**
 * Finds the columns of an appointment table whose times are all midnight. A date without a time fits both readings. If
 * the first 1,000 rows have at least one midnight and no other time, reads on until the first other time.
 */
async function findDayColumns(chunks: Rows): Promise<DayColumns> {
  let [date, time, rows]: [Times, Times, number] = ["none", "none", 0];
  for await (const chunk of chunks) {
    for (const { appointmentDate, appointmentTime } of chunk) {
      date = timesWith(date, appointmentDate);
      time = timesWith(time, appointmentTime);
    }
    rows += chunk.length;
    const mayHaveDays = date === "midnight" || time === "midnight" || rows < searchedRows;
    if (date === "other" || !mayHaveDays) break;
  }
  const [hasDays, hasMidnights] = [date === "midnight", date !== "other" && time === "midnight"];
  return { date: hasDays, time: hasMidnights, isOnlyDays: time !== "other" && (hasDays || hasMidnights) };
}

/** Times of a column: no time, only midnights, or at least one other time. */
type Times = "none" | "midnight" | "other";

function timesWith(before: Times, text: string | undefined): Times {
  if (before === "other" || text === undefined || text.length > maxLength) return before;
  if (dayOf(text) !== text) return "midnight";
  return anyTime.test(text) ? "other" : before;
}

const maxLength = 40;

const clock = String.raw`(?:0?0:00(?::00(?:[.,]0{1,9})?)?|12:00(?::00(?:[.,]0{1,9})?)? ?[Aa]\.?[Mm]\.?)`;
const offset = String.raw`(?: {0,3}(?:[A-Za-z][A-Za-z_/]*|[+-]\d{2}:?\d{2}))?`;
const midnight = new RegExp(`(?:^|[Tt]|,? {1,3})${clock}${offset}$`);
const compactMidnight = /^(\d{8})0{4,6}(?:\.0{1,6})?(?:[+-]\d{4})?$/;
const anyTime = /\d:\d{2}|^\d{12}|^\d{0,5}\.0*[1-9]/;

/** Removes the time from a date if it is midnight. */
const dayOf = (text: string): string =>
  text.length > maxLength ? text : (compactMidnight.exec(text)?.[1] ?? text.replace(midnight, ""));

/** Returns the row without the midnights of the columns whose values are days. */
function withDays({ appointmentDate, appointmentTime, ...row }: ImportRow, columns: DayColumns): ImportRow {
  return {
    ...row,
    ...(appointmentDate !== undefined && { appointmentDate: columns.date ? dayOf(appointmentDate) : appointmentDate }),
    ...(appointmentTime !== undefined && !columns.time && { appointmentTime }),
  };
}

/** Time zones of North America and of other regions by their abbreviations, and names such as `America/Denver`. */
const zoneBehind =
  /\d(?: ?[AaPp]\.?[Mm]\.?)? {0,3}\(?((?:AK|HA|CE|EE|WE|AE|AC|AW|NZ|[A-CEH-KM-P])[SD]?T|(?:Africa|America|Asia|Atlantic|Australia|Canada|Europe|Indian|Pacific|US)\/[A-Za-z_/]{2,20})\)?$/;

/** Reports each time zone name after a time, because such times are not read. */
function reportZones({ appointmentDate = "", appointmentTime = "" }: ImportRow, notice: Notice): void {
  for (const text of [appointmentDate, appointmentTime]) {
    const zone = text.length > maxLength ? undefined : zoneBehind.exec(text)?.[1];
    if (zone !== undefined) {
      notice(`times with the time zone name ${zone} were not read; write an offset such as -07:00 instead`);
    }
  }
}
