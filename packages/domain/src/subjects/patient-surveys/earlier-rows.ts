import type { Phone } from "../../foundation/kernel/phone.js";
import { type TextTable, textTable } from "../../foundation/kernel/text-table.js";
import type { CahpsType } from "./cahps-type.js";
import type { Patient } from "./patient.js";

/** Index of the rows judged so far. Each query returns a row number. */
export type EarlierRows = {
  /** Returns the first row of the same visit. */
  visit(patient: Patient): number | undefined;
  /** Returns the first row of another patient with this phone number. */
  phone(number: Phone, patient: Patient): number | undefined;
  /** Returns the first row of another patient at the same address. HCAHPS only. */
  household(patient: Patient): number | undefined;
  /** Adds a row after it was judged. */
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

/** Assigns a number to each patient. Patients without identity get none. */
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

/** Columns of `sharedValues`. */
const [firstRow, firstPatient, otherRow] = [0, 1, 2];

/** Index of values with the first row of each and the first row of another patient. */
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

/** Returns a number of the value at an index. Returns undefined if the value is absent or has no such number. */
function numberAt(table: TextTable, at: number, column: number): number | undefined {
  const number = at < 0 ? NaN : table.get(at, column);
  return Number.isNaN(number) ? undefined : number;
}

/** Normalizes an address for comparison. Returns an empty string for an incomplete address. */
function addressOf({ text, missingAddress }: Patient): string {
  if (missingAddress.length > 0) return "";
  const street = `${text("address_1")} ${text("address_2")} ${text("city")} ${text("state")}`;
  return `${street
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} ${text("zip").slice(0, 5)}`;
}
