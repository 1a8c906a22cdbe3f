import type { Location } from "../../foundation/catalog/catalog.js";
import type { Places } from "../../foundation/catalog/places.js";
import {
  type EmailAddress,
  parseEmail,
  parsePhone,
  personName,
  type Phone,
} from "../../foundation/kernel/contact-details.js";
import type { Brand } from "../../foundation/kernel/ids.js";
import { plainCell } from "../../foundation/kernel/text.js";
import {
  type CalendarDate,
  type Instant,
  localCalendar,
  parseCalendarDate,
  type TimeZone,
} from "../../foundation/kernel/times.js";
import { parseWrittenTime } from "../../foundation/kernel/written-times.js";
import { contactsIn, patientIdsIn, type Suppression } from "../../foundation/records/personal-data.js";

/** Patient file for one survey. The file can be read several times. */
export interface PatientSource {
  readonly type: CahpsType;
  /**
   * Reads the rows in order, in batches of about a hundred, so that other requests can run in between. Throws
   * `file_unreadable` with a one-line message if the file has another format.
   */
  read(): AsyncIterable<PatientRows>;
}

/** Batch of rows. `fields` contains all fields for which the file has a column. */
export type PatientRows = {
  readonly fields: ReadonlySet<SurveyField>;
  /** Reports name fields by these headings. If omitted, reports use standard labels. */
  readonly headings?: PatientHeadings;
  /** Headings that are not read. `meant` is the field with the most similar heading. */
  readonly unread?: readonly { readonly heading: string; readonly meant?: SurveyField }[];
  readonly rows: readonly PatientRow[];
};

/** Row of a patient file: the cells as strings, by field. Fields for which the file has no column are absent. */
export type PatientRow = {
  /** Number of the row in the spreadsheet. */
  readonly row: number;
  readonly texts: { readonly [Field in SurveyField]?: string };
  /** Cells in columns that are not survey fields, with their headings. */
  readonly others: readonly (readonly [heading: string, text: string])[];
  /** Number of cells and expected number of cells. Present only if the numbers differ. */
  readonly cells?: { readonly count: number; readonly expected: number };
};

/** Headings of a patient file as written in the file, by field. */
export type PatientHeadings = Readonly<Partial<Record<SurveyField, string>>>;

/** Highest allowed row number. The ids of findings reserve six digits for the row number. */
export const lastRow = 999_999;

/** Types of CAHPS surveys: OAS CAHPS for outpatient and ambulatory surgery, HCAHPS for hospital stays. */
export const cahpsTypes = ["OASCAHPS", "HCAHPS"] as const;

export type CahpsType = (typeof cahpsTypes)[number];

type Use = "required" | "optional" | "unused";

type Uses = readonly [oascahps: Use, hcahps: Use];

const [required, optional]: readonly Uses[] = [
  ["required", "required"],
  ["optional", "optional"],
] as const;

/**
 * Fields of a patient file, with their use in OAS CAHPS and HCAHPS. Missing fields are reported in this order. The
 * names of the fields are published.
 */
export const surveyFieldUses = {
  first_name: required,
  last_name: required,
  middle_initial: optional,
  address_1: required,
  address_2: optional,
  city: required,
  state: required,
  zip: required,
  country: optional,
  phone: optional,
  mobile: optional,
  email: optional,
  date_of_birth: required,
  sex: required,
  language: ["optional", "required"],
  race: optional,
  ethnicity: optional,
  patient_id: required,
  visit_id: required,
  // The rule `missing_required_field` requires at least one of the next three fields.
  facility_ccn: optional,
  location_code: optional,
  location_name: optional,
  service_date: ["required", "unused"],
  admit_date: ["unused", "required"],
  discharge_date: ["optional", "required"],
  procedure_code_1: ["required", "optional"],
  procedure_code_2: optional,
  procedure_code_3: optional,
  procedure_code_4: optional,
  procedure_code_5: optional,
  procedure_code_6: optional,
  ms_drg: ["unused", "optional"],
  admission_source: ["optional", "required"],
  discharge_status: ["optional", "required"],
  attending_npi: optional,
  attending_name: optional,
  er_admit: ["unused", "optional"],
  deceased: optional,
  no_publicity: optional,
  prisoner: optional,
  state_regulation: optional,
  newborn: optional,
  admitted_inpatient: ["optional", "unused"],
} as const satisfies Readonly<Record<string, Uses>>;

export type SurveyField = keyof typeof surveyFieldUses;

export const surveyFields = Object.keys(surveyFieldUses) as readonly SurveyField[];

const requiredBy = (place: 0 | 1): readonly SurveyField[] =>
  surveyFields.filter((field) => surveyFieldUses[field][place] === "required");

/** Required fields of a row, by survey. */
export const requiredFields: Readonly<Record<CahpsType, readonly SurveyField[]>> = {
  OASCAHPS: requiredBy(0),
  HCAHPS: requiredBy(1),
};

/** Fields that identify the facility. A row needs at least one of these fields. */
export const facilityFields = ["facility_ccn", "location_code", "location_name"] as const satisfies SurveyField[];

export const addressFields = ["address_1", "city", "state", "zip"] as const satisfies SurveyField[];

export const procedureFields = surveyFields.filter((field) => field.startsWith("procedure_code_"));

/** Month whose patients are surveyed together, in the format `YYYY-MM`. */
export type SampleMonth = Brand<string, "SampleMonth">;

/** Parses a sample month in the format `YYYY-MM`. Returns `undefined` if the format is invalid. */
export const parseSampleMonth = (text: string): SampleMonth | undefined =>
  /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text) ? (text as SampleMonth) : undefined;

export const monthOf = (date: CalendarDate): SampleMonth => date.slice(0, 7) as SampleMonth;

/**
 * Returns the month to which most rows belong, or `null` if there are no rows. If several months have the same number
 * of rows, returns the earliest.
 */
export function majorityMonth(rows: ReadonlyMap<SampleMonth, number>): SampleMonth | null {
  const [first] = [...rows].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return first?.[0] ?? null;
}

/** Returns the file without the rows about erased people. `dropped` returns how many rows the last reading skipped. */
export function withoutErased(source: PatientSource, { isEmpty, has }: Suppression) {
  let dropped = 0;
  // Checks all cells, because any cell may contain a phone number or an email address.
  const isAllowed = ({ texts, others }: PatientRow): boolean =>
    !has({
      patientIds: patientIdsIn([texts.patient_id]),
      contacts: contactsIn([...Object.values(texts), ...others.map(([, text]) => text)]),
    });
  const read: PatientSource["read"] = async function* () {
    dropped = 0;
    for await (const some of source.read()) {
      const rows = some.rows.filter(isAllowed);
      dropped += some.rows.length - rows.length;
      yield { ...some, rows };
    }
  };
  return { source: isEmpty ? source : { type: source.type, read }, dropped: () => dropped };
}

const maxTextLength = 500;
/** Length of the beginning of a cell that is cleaned. */
const maxCleaned = 8_000;

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
  const plain = plainCell(text.slice(0, maxCleaned)).trim();
  return plain.length > maxTextLength ? `${plain.slice(0, maxTextLength - 1).toWellFormed()}…` : plain;
}

/** Date from a row. `sent` is the cell as it is in the file. `date` is `null` if the cell is empty or invalid. */
export type SentDate = { readonly field: SurveyField; readonly sent: string; readonly date: CalendarDate | null };

/** Phone number from a row. `sent` is the content of the cell. `number` is `null` if the phone number is invalid. */
type SentPhone = {
  readonly field: "phone" | "mobile";
  readonly sent: string;
  readonly number: Phone | null;
};

/** Patient, facility and date of a row, for comparing the rows of a file. */
export type Stay = {
  readonly row: PatientRow;
  /** Returns the content of a cell, or an empty string if the row does not have the field. */
  readonly text: (field: SurveyField) => string;
  /** Date that determines the sample month: the date of the surgery, or of the discharge from the hospital. */
  readonly sampled: SentDate;
  /** Location of the row. `null` if the row has no location or the location is unknown. */
  readonly location: Location | null;
};

/** Parsed row of a patient file, which the rules check. */
export type Patient = Stay & {
  /** Key of the patient, which is the same in all rows of this patient. Empty if the patient cannot be identified. */
  readonly identity: string;
  readonly birth: SentDate;
  /** Date of the surgery, or of the admission to the hospital. */
  readonly service: SentDate;
  readonly discharge: SentDate;
  /** All phone numbers of the row, including invalid ones. */
  readonly phones: readonly SentPhone[];
  readonly email: EmailAddress | null;
  readonly hasContact: boolean;
  readonly missingAddress: readonly SurveyField[];
};

/** Survey type, date parsers and locations that are needed to parse rows. */
export type PatientReading = { readonly type: CahpsType; readonly dates: PatientDates; readonly places: Places };

export const stayFields = [
  "service_date",
  "discharge_date",
  "patient_id",
  "sex",
  ...facilityFields,
] as const satisfies SurveyField[];

export function readStay(row: PatientRow, { type, dates, places }: PatientReading): Stay {
  const text: Text = (field) => row.texts[field] ?? "";
  const sampled = dateOf(type === "OASCAHPS" ? "service_date" : "discharge_date", text, dates);
  return { row, text, sampled, location: locationOf(text, places) };
}

export function readPatient(row: PatientRow, reading: PatientReading): Patient {
  const stay = readStay(row, reading);
  const { text } = stay;
  const isOutpatient = reading.type === "OASCAHPS";
  const birth = text("date_of_birth");
  const phones = phonesOf(text);
  const email = parseEmail(text("email"));
  return {
    ...stay,
    identity: identityOf(text),
    birth: { field: "date_of_birth", sent: birth, date: reading.dates.birth(birth) },
    service: isOutpatient ? stay.sampled : dateOf("admit_date", text, reading.dates),
    discharge: isOutpatient ? dateOf("discharge_date", text, reading.dates) : stay.sampled,
    phones,
    email,
    hasContact: email !== null || phones.some(({ number }) => number !== null),
    missingAddress: addressFields.filter((field) => text(field) === ""),
  };
}

type Text = Stay["text"];

function dateOf(field: SurveyField, text: Text, dates: PatientDates): SentDate {
  const sent = text(field);
  return { field, sent, date: dates.day(sent) };
}

const phonesOf = (text: Text): readonly SentPhone[] =>
  (["phone", "mobile"] as const).flatMap((field) => {
    const sent = text(field);
    return sent === "" ? [] : [{ field, sent, number: parsePhone(sent) }];
  });

function identityOf(text: Text): string {
  const id = text("patient_id");
  if (id !== "") return id;
  const { first, last } = personName(`${text("last_name")}, ${text("first_name")}`);
  return last === "" ? "" : `${last}, ${first}, ${text("date_of_birth")}`;
}

/** Finds the location of a row by its code, or by its name if the code is unknown. */
function locationOf(text: Text, places: Places): Location | null {
  for (const field of ["location_code", "location_name"] as const) {
    const sent = text(field);
    const place = sent === "" ? null : places.location(sent).place;
    if (place) return place;
  }
  return null;
}

/**
 * Returns the key of a row's facility: the certification number, or the location if there is no number. Empty if
 * neither is known.
 */
export const facilityOf = ({ text, location }: Stay): string =>
  text("facility_ccn").toUpperCase() ||
  (location === null ? (text("location_code") || text("location_name")).toLowerCase() : String(location.id));

/** Parsers for the dates in a patient file. The parsers return `null` for invalid dates. */
type PatientDates = {
  /** Local date of the upload. */
  readonly uploadDate: CalendarDate;
  /** Parses a date. If the string contains a time with a UTC offset, converts it to the account's time zone. */
  day(text: string): CalendarDate | null;
  /** Parses a date of birth, without time zone conversion. Reads a two-digit year as a year in the past. */
  birth(text: string): CalendarDate | null;
};

export function patientDates(uploadedAt: Instant, zone: TimeZone): PatientDates {
  const calendar = localCalendar(zone);
  const uploadDate = calendar.dateOf(uploadedAt);
  const thisYear = Number(uploadDate.slice(0, 4));

  function dayIn(text: string, lastYear: number): CalendarDate | null {
    const written = parseWrittenTime(text, lastYear);
    if (!written) return null;
    return written.form === "exact" ? calendar.dateOf(written.instant) : written.date;
  }

  function birthIn(text: string, lastYear: number): CalendarDate | null {
    const date = dayIn(text, lastYear);
    return date === null ? null : (parseCalendarDate(text.trim().slice(0, 10)) ?? date);
  }

  return {
    uploadDate,
    day: (text) => dayIn(text, thisYear + 1),
    birth(text) {
      const date = birthIn(text, thisYear + 1);
      return date !== null && date > uploadDate ? birthIn(text, thisYear - 1) : date;
    },
  };
}
