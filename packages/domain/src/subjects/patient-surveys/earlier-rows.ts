import type { Phone } from "../../foundation/kernel/contact-details.js";
import { type TextTable, textTable } from "../../foundation/kernel/lookup-tables.js";
import type { CahpsType } from "./cahps-type.js";
import type { Patient } from "./patient.js";

/** Index of the rows that were already checked. Its functions return the number of a row, or `undefined`. */
export type EarlierRows = {
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
