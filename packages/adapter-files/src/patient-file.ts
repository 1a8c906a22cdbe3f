import type { FileHandle } from "node:fs/promises";
import {
  type CahpsType,
  facilityFields,
  invalid,
  nearestOf,
  type PatientRow,
  type PatientRows,
  type PatientSource,
  requiredFields,
  type SurveyField,
  surveyFields,
} from "@repute/domain";
import type { Cells } from "./csv-records.js";
import { type FileOptions, type Notice, onceEach, rereading } from "./input-file.js";
import { type DelimitedRow, delimitedText, folded, type KnownHeadings, withAdvice } from "./table.js";

/**
 * Reads the patients for a survey from a table with headings (delimited text or .xlsx), with or without gzip
 * compression.
 * Throws `file_unreadable` if a required column is missing, and `file_changed` if the file changed since the first
 * read.
 */
export function patientFile(file: string | FileHandle, type: CahpsType, { onNotice }: FileOptions = {}): PatientSource {
  const notice = onceEach(onNotice);
  return { type, read: rereading(file, (handle) => patientRows(handle, type, notice), changed) };
}

async function* patientRows(handle: FileHandle, type: CahpsType, notice: Notice): AsyncGenerator<PatientRows> {
  const { headings, rows, dateText, advice } = await delimitedText(handle, patientHeadings(type), notice);
  withAdvice(advice, () => refuseLong(headings));
  const columns = patientColumns(type, isEndMark(headings.at(-1)) ? headings.slice(0, -1) : headings);
  const fields = new Set(columns.flatMap(({ field }) => field ?? []));
  withAdvice(advice, () => refuseOther(type, fields));
  const written = Object.fromEntries(columns.flatMap(({ field, heading }) => (field ? [[field, heading]] : [])));
  const unread = headings.flatMap((heading, index) =>
    columns[index] && !columns[index].field && heading !== "" ? [unreadHeading(type, heading, fields)] : [],
  );
  yield { fields, headings: written, unread, rows: [] };
  for await (const chunk of rows)
    yield { fields, rows: chunk.map((row) => withDates(patientRow(row, headings, columns), dateText)) };
}

/** Guesses the field that an unknown heading means, unless the file has another column for the field. */
function unreadHeading(type: CahpsType, heading: string, fields: ReadonlySet<SurveyField>) {
  const meant = columns[type].get(nearestOf(folded(heading), [...columns[type].keys()]) ?? "")?.field;
  return { heading, ...(meant && !fields.has(meant) && { meant }) };
}

const dateFields = ["date_of_birth", "service_date", "admit_date", "discharge_date"] as const;

function withDates(row: PatientRow, dateText: ((cell: string) => string) | undefined): PatientRow {
  if (!dateText) return row;
  const dates = dateFields.flatMap((field) => {
    const text = row.texts[field];
    return text === undefined ? [] : [[field, dateText(text.trim())] as const];
  });
  return { ...row, texts: { ...row.texts, ...Object.fromEntries(dates) } };
}

/** True if a cell is one of the end-of-row marks that some exports add. */
const isEndMark = (cell: string | undefined): boolean => /^(?:EOR|\$)$/i.test(cell?.trim() ?? "");

function patientRow({ row, cells }: DelimitedRow, headings: Cells, columns: readonly PatientColumn[]): PatientRow {
  const texts: { [Field in SurveyField]?: string } = {};
  const others: (readonly [string, string])[] = [];
  for (const { index, heading, field } of columns) {
    const text = cells[index] ?? "";
    if (field === undefined) others.push([heading, text]);
    else texts[field] = text;
  }
  if (isAsExpected(cells, headings)) return { row, texts, others };
  for (let index = headings.length; index < cells.length; index += 1) {
    others.push([`column ${index + 1}`, cells[index] ?? ""]);
  }
  return { row, texts, others, cells: { count: cells.length, expected: headings.length } };
}

/** True if the number of cells matches the headings, ignoring an end-of-row mark without a heading. */
function isAsExpected(cells: Cells, headings: Cells): boolean {
  if (cells.length === headings.length) return true;
  return cells.length === headings.length + 1 && isEndMark(cells.at(-1)) && !isEndMark(headings.at(-1));
}

const maxHeadingLength = 200;

function refuseLong(headings: Cells): void {
  const index = headings.findIndex(({ length }) => length > maxHeadingLength);
  if (index >= 0) throw unreadable(`the heading of column ${index + 1} is longer than ${maxHeadingLength} characters`);
}

/**
 * Throws `file_unreadable` if a required column is missing, because each row would otherwise report the same error.
 * If the columns match the other type of survey, the error names this type.
 */
function refuseOther(type: CahpsType, fields: ReadonlySet<SurveyField>): void {
  if (type === "OASCAHPS" && !fields.has("procedure_code_1") && fields.has("ms_drg")) {
    throw unreadable("it has MS-DRGs but no procedure codes, so it is probably a file for HCAHPS");
  }
  const names = missingColumns(type, fields);
  if (names.length === 0) return;
  const isOfSurgeries = type === "HCAHPS" && fields.has("procedure_code_1") && !fields.has("discharge_date");
  const guess = isOfSurgeries ? ", so it is probably a file for OASCAHPS" : "";
  throw unreadable(`it has no column for ${names.join(", ")}${guess}`);
}

/** Returns the names of the required columns that a file lacks. */
function missingColumns(type: CahpsType, fields: ReadonlySet<SurveyField>): readonly string[] {
  // Do not require a column for procedure codes: each row reports the missing code.
  const missing = requiredFields[type].filter((field) => !fields.has(field) && field !== "procedure_code_1");
  const names = missing.map((field) => spelled(type, field));
  const hasFacility = facilityFields.some((field) => fields.has(field));
  return hasFacility ? names : [...names, facilityFields.map((one) => spelled(type, one)).join(" or ")];
}

const unreadable = (reason: string) => invalid("file_unreadable", `cannot read the table: ${reason}`);

const changed = () => invalid("file_changed", "the file changed while it was being read; parse it again");

/** Accepted headings of each field besides the field's own name, in order of precedence. */
const spellings: { readonly [Field in SurveyField]?: readonly string[] } = {
  zip: ["ZIP Code"],
  phone: ["Telephone Number"],
  mobile: ["Mobile Number"],
  date_of_birth: ["DOB"],
  sex: ["Gender"],
  patient_id: ["Medical Record Number", "MRN"],
  visit_id: ["Unique ID", "Visit Number", "Case ID"],
  facility_ccn: ["CCN", "Provider ID", "Provider Number"],
  location_name: ["Facility"],
  procedure_code_1: ["CPT"],
  ms_drg: ["DRG"],
  admission_source: ["Patient Admission Source"],
  discharge_status: ["Patient Discharge Status"],
  attending_npi: ["Attending Physician NPI"],
  attending_name: ["Attending Physician Name"],
  deceased: ["Deceased Flag"],
  no_publicity: ["No Publicity Flag"],
  prisoner: ["Prisoner Flag"],
  state_regulation: ["State Regulation Flag"],
  newborn: ["Newborn Flag"],
  admitted_inpatient: ["Transferred/admitted to inpatient"],
};

/**
 * Accepted headings by type of survey.
 * For OAS CAHPS, `Visit or Admit Date` is the date of surgery.
 * For HCAHPS, it is the date of admission.
 */
const spellingsOf: Readonly<Record<CahpsType, typeof spellings>> = {
  OASCAHPS: { ...spellings, service_date: ["Surgery Date", "DOS", "Visit or Admit Date"] },
  HCAHPS: { ...spellings, admit_date: ["Visit or Admit Date"] },
};

/** Returns the accepted headings of a field in order of precedence, starting with the field's name. */
export const headingsOf = (type: CahpsType, field: SurveyField): readonly string[] => [
  field,
  ...(spellingsOf[type][field] ?? []),
];

const columnsOf = (type: CahpsType) =>
  new Map(
    surveyFields.flatMap((field) =>
      headingsOf(type, field).map((heading, rank) => [folded(heading), { field, rank }] as const),
    ),
  );

const columns = { OASCAHPS: columnsOf("OASCAHPS"), HCAHPS: columnsOf("HCAHPS") };

const patientHeadings = (type: CahpsType): KnownHeadings => ({
  has: (heading) => columns[type].has(heading),
  suffice: (headings) =>
    missingColumns(type, new Set(headings.flatMap((heading) => columns[type].get(heading)?.field ?? []))).length === 0,
  examples: "First Name, Last Name, Date of Birth, Medical Record Number, Unique ID",
});

/** Returns a field with its usual headings for error messages, such as `date_of_birth (DOB)`. */
function spelled(type: CahpsType, field: SurveyField): string {
  const [, ...others] = headingsOf(type, field);
  return others.length === 0 ? field : `${field} (${others.join(", ")})`;
}

/** A column of a file. `field` is absent if the heading is unknown or another column supplies the field. */
type PatientColumn = { readonly index: number; readonly heading: string; readonly field?: SurveyField };

/**
 * Returns the columns of a file in file order.
 * If several columns map to one field, only the heading with the highest precedence gets the field.
 */
function patientColumns(type: CahpsType, headings: readonly string[]): readonly PatientColumn[] {
  const best = new Map<SurveyField, { readonly rank: number; readonly index: number }>();
  for (const [index, heading] of headings.entries()) {
    const found = columns[type].get(folded(heading));
    if (!found) continue;
    const { field, rank } = found;
    const before = best.get(field);
    if (!before || rank < before.rank) best.set(field, { rank, index });
  }
  const fields = new Map([...best].map(([field, { index }]) => [index, field]));
  const used = new Set<string>(fields.values());
  return headings.map((heading, index) => {
    const field = fields.get(index);
    return field === undefined
      ? { index, heading: unused(heading || `column ${index + 1}`, used) }
      : { index, heading, field };
  });
}

/** Makes a heading unique by adding a number. */
function unused(heading: string, used: Set<string>): string {
  let name = heading;
  for (let count = 2; used.has(name); count += 1) name = `${heading} (${count})`;
  used.add(name);
  return name;
}
