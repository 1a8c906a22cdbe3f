import type { Phone } from "../../foundation/kernel/phone.js";
import type { CahpsType } from "./cahps-type.js";
import { numbersByText } from "./numbers-by-text.js";
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
  const visits = numbersByText(["row"]);
  const identities = identityNumbers();
  const phones = sharedValues();
  const households = sharedValues();
  return {
    visit: ({ text }) => visits.get(text("visit_id"), "row"),
    phone: (number, { identity }) => phones.another(number, identities.numberOf(identity)),
    household: (patient) => households.another(addressOf(patient), identities.numberOf(patient.identity)),
    add(patient) {
      const { row } = patient.row;
      const visit = patient.text("visit_id");
      if (visit !== "" && visits.get(visit, "row") === undefined) visits.set(visit, "row", row);
      const who = identities.numberOf(patient.identity);
      for (const { number } of patient.phones) if (number !== null) phones.add(number, who, row);
      if (type === "HCAHPS") households.add(addressOf(patient), who, row);
    },
  };
}

/** Assigns a number to each patient. Patients without identity get none. */
function identityNumbers() {
  const numbers = numbersByText(["number"]);
  let last = 0;
  return {
    numberOf(identity: string): number | undefined {
      if (identity === "") return undefined;
      const known = numbers.get(identity, "number");
      if (known === undefined) numbers.set(identity, "number", (last += 1));
      return known ?? last;
    },
  };
}

/** Index of values with the first row of each and the first row of another patient. */
function sharedValues() {
  const rows = numbersByText(["first", "who", "other"]);
  return {
    another(value: string, who: number | undefined): number | undefined {
      if (value === "" || who === undefined) return undefined;
      return rows.get(value, rows.get(value, "who") === who ? "other" : "first");
    },
    add(value: string, who: number | undefined, row: number): void {
      if (value === "" || who === undefined) return;
      const first = rows.get(value, "who");
      if (first === undefined) {
        rows.set(value, "first", row);
        rows.set(value, "who", who);
      } else if (first !== who && rows.get(value, "other") === undefined) rows.set(value, "other", row);
    },
  };
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
