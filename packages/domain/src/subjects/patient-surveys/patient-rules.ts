import type { Phone } from "../../foundation/kernel/contact-details.js";
import { type TextTable, textTable } from "../../foundation/kernel/lookup-tables.js";
import type { CalendarDate } from "../../foundation/kernel/times.js";
import type { CodeSets } from "./cahps-codes.js";
import {
  type CahpsType,
  facilityOf,
  lastRow,
  majorityMonth,
  monthOf,
  type Patient,
  procedureFields,
  type SampleMonth,
  type Stay,
  type SurveyField,
} from "./patient-rows.js";

/** Rule that checks the rows of patient files. */
export type SurveyRule<Code extends string = string> = {
  readonly code: Code;
  /** Survey to which the rule applies. If omitted, the rule applies to OAS CAHPS and HCAHPS. */
  readonly only?: CahpsType;
  readonly check: (patient: Patient, terms: JudgingTerms) => readonly Remark[];
};

/** Data that the rules need to check a row, in addition to the row. */
export type JudgingTerms = {
  readonly type: CahpsType;
  /** Local date of the upload. */
  readonly uploadDate: CalendarDate;
  /** Fields for which the file has a column. */
  readonly fields: ReadonlySet<SurveyField>;
  readonly facts: FileFacts;
  readonly earlier: EarlierRows;
  /** Finds the row of an earlier file of the sample month that has the same visit. */
  readonly sample: { earlier(visitId: string): EarlierVisit | undefined };
  readonly codes: CodeSets;
};

/** Row of an earlier file about a visit. `isEligible` is true if the patient can be surveyed. */
export type EarlierVisit = { readonly file: number; readonly row: number; readonly isEligible: boolean };

/** Message of a rule about a row. `field` is `null` if the message is not about a single field. */
export type Remark = { readonly field: SurveyField | null; readonly text: string };

/** Message about a row with the code of the rule, as published in the notes of the row. */
export type Finding = Remark & { readonly code: string };

/** Applies the rules to a row. Returns the findings in the order of the rules. */
export function findingsOf(rules: readonly SurveyRule[], patient: Patient, terms: JudgingTerms): readonly Finding[] {
  const findings: Finding[] = [];
  for (const { code, only, check } of rules) {
    if (only !== undefined && only !== terms.type) continue;
    for (const { field, text } of check(patient, terms)) findings.push({ code, field, text });
  }
  return findings;
}

/**
 * Returns one remark if a condition is true, otherwise none. If `text` is a function, it is called only if the
 * condition is true.
 */
export const remarkIf = (
  holds: boolean,
  field: SurveyField | null,
  text: string | (() => string),
): readonly Remark[] => (holds ? [{ field, text: typeof text === "string" ? text : text() }] : nothing);

const nothing: readonly Remark[] = [];

const maxShownLength = 100;

/** Truncates a value to 100 characters for use in a message. */
export const shown = (value: string): string =>
  value.length > maxShownLength ? `${value.slice(0, maxShownLength).toWellFormed()}…` : value;

/** Facts about the whole file. The rules need these facts to check each row. */
export type FileFacts = {
  readonly patients: number;
  /** Sample month of the file. `null` if no month was specified and no row has a valid date. */
  readonly month: SampleMonth | null;
  /**
   * Returns which row to survey if a patient has several stays at a facility in a month. This is the row with the
   * earliest date, then the first row in the file.
   */
  surveyedRow(stay: Stay): number | undefined;
  /** Returns true if the sex of a row is `M` and the file uses `1` and `2` for the sexes, so that `M` means missing. */
  isMissingSex(sex: string): boolean;
};

/** Collects the facts about all rows of a file, before the rules check any row. */
export function gatherFacts(stated: SampleMonth | undefined) {
  const months = new Map<SampleMonth, number>();
  const surveyed = textTable(1);
  let [rows, hasSexDigits, hasSexWords] = [0, false, false];
  return {
    add(stay: Stay): void {
      rows += 1;
      const sex = stay.text("sex").toUpperCase();
      if (sex === "1" || sex === "2") hasSexDigits = true;
      else if (sex !== "" && sex !== "M") hasSexWords = true;
      const { date } = stay.sampled;
      if (date === null) return;
      months.set(monthOf(date), (months.get(monthOf(date)) ?? 0) + 1);
      const id = stay.text("patient_id");
      if (id === "") return;
      const patient = patientOf(stay, date, id);
      const place = placeOf(stay, date);
      const at = surveyed.find(patient);
      if (at < 0) surveyed.add(patient, place);
      else if (place < surveyed.get(at, 0)) surveyed.set(at, 0, place);
    },
    facts: (): FileFacts => ({
      patients: rows,
      month: stated ?? majorityMonth(months),
      surveyedRow(stay) {
        const { date } = stay.sampled;
        const at = date === null ? -1 : surveyed.find(patientOf(stay, date, stay.text("patient_id")));
        return at < 0 ? undefined : surveyed.get(at, 0) % rowsPerDay;
      },
      isMissingSex: (sex) => hasSexDigits && !hasSexWords && sex.toUpperCase() === "M",
    }),
  };
}

/** Returns a key that identifies a patient's stays at a facility in a month. */
const patientOf = (stay: Stay, date: CalendarDate, id: string): string => `${monthOf(date)} ${facilityOf(stay)}\0${id}`;

const rowsPerDay = lastRow + 1;

/**
 * Combines the day of the month and the row number into one integer. The row with the lowest integer is the row to
 * survey.
 */
const placeOf = ({ row: { row } }: Stay, date: CalendarDate): number => Number(date.slice(8)) * rowsPerDay + row;

/** Index of the rows that were already checked. Its functions return the number of a row, or `undefined`. */
type EarlierRows = {
  /** Returns the first row with the same visit as this patient row. */
  visit(patient: Patient): number | undefined;
  /** Returns the first row of another patient who has this phone number. */
  phone(number: Phone, patient: Patient): number | undefined;
  /** Returns the first row of another patient at the same address. Only for HCAHPS. */
  household(patient: Patient): number | undefined;
  /** Adds a row to the index. Call this function after the row was checked. */
  add(patient: Patient): void;
};

export function earlierRows(type: CahpsType): EarlierRows {
  const visits = textTable(1);
  const identities = identityNumbers();
  const phones = sharedValues();
  const households = sharedValues();
  return {
    visit: ({ text }) => numberAt(visits, visits.find(text("visit_id")), 0),
    phone: (number, { identity }) => phones.another(number, identities.numberOf(identity)),
    household: (patient) => households.another(addressOf(patient), identities.numberOf(patient.identity)),
    add(patient) {
      const { row } = patient.row;
      const visit = patient.text("visit_id");
      if (visit !== "" && visits.find(visit) < 0) visits.add(visit, row);
      const who = identities.numberOf(patient.identity);
      for (const { number } of patient.phones) if (number !== null) phones.add(number, who, row);
      if (type === "HCAHPS") households.add(addressOf(patient), who, row);
    },
  };
}

/** Numbers the patients by their identity keys. A row with an empty identity key gets no number. */
function identityNumbers() {
  const numbers = textTable(0);
  return {
    numberOf(identity: string): number | undefined {
      if (identity === "") return undefined;
      const known = numbers.find(identity);
      return known < 0 ? numbers.add(identity) : known;
    },
  };
}

/** Columns of the table that `sharedValues` creates. */
const [firstRow, firstPatient, otherRow] = [0, 1, 2];

/**
 * Creates an index of values that several patients can share. For each value, the index stores the first row, the
 * patient of this row, and the first row of another patient.
 */
function sharedValues() {
  const rows = textTable(3);
  return {
    another(value: string, who: number | undefined): number | undefined {
      if (value === "" || who === undefined) return undefined;
      const at = rows.find(value);
      return numberAt(rows, at, numberAt(rows, at, firstPatient) === who ? otherRow : firstRow);
    },
    add(value: string, who: number | undefined, row: number): void {
      if (value === "" || who === undefined) return;
      const at = rows.find(value);
      if (at < 0) rows.add(value, row, who, NaN);
      else if (numberAt(rows, at, firstPatient) !== who && numberAt(rows, at, otherRow) === undefined) {
        rows.set(at, otherRow, row);
      }
    },
  };
}

/**
 * Returns the number in one column of a table row. Returns `undefined` if the row does not exist or the column is
 * empty.
 */
function numberAt(table: TextTable, at: number, column: number): number | undefined {
  const number = at < 0 ? NaN : table.get(at, column);
  return Number.isNaN(number) ? undefined : number;
}

/** Normalizes an address for comparison. Returns an empty string if the address is incomplete. */
function addressOf({ text, missingAddress }: Patient): string {
  if (missingAddress.length > 0) return "";
  const street = `${text("address_1")} ${text("address_2")} ${text("city")} ${text("state")}`;
  return `${street
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} ${text("zip").slice(0, 5)}`;
}

const procedureCodes = ({ text }: Patient): readonly string[] =>
  procedureFields.map(text).filter((code) => code !== "");

/**
 * Returns the date that selects the version of the code tables: the service date or discharge date, or the upload date
 * if that date is missing.
 */
export const codeDate = ({ sampled }: Patient, { uploadDate }: JudgingTerms): CalendarDate =>
  sampled.date ?? uploadDate;

/** Separates the procedure codes of a row into eligible and ineligible codes. */
export function judgedProcedures(patient: Patient, terms: JudgingTerms) {
  const date = codeDate(patient, terms);
  const codes = procedureCodes(patient);
  const eligible = codes.filter((code) => terms.codes.isEligibleProcedure(code, date));
  return { eligible, ineligible: codes.filter((code) => !eligible.includes(code)) };
}

const flags = /^(?:y|yes|1|t|true)$/i;

/** Returns true if the string means yes: `y`, `yes`, `1`, `t` or `true`, ignoring case. */
export const isSet = (text: string): boolean => flags.test(text);

/** Returns true if the string is a ZIP code with five or nine digits. */
export const isZip = (text: string): boolean => /^\d{5}(?:[- ]?\d{4})?$/.test(text);
