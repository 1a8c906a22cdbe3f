import type { Phone } from "../kernel/phone.js";
import type { CahpsType } from "./cahps-type.js";
import type { Patient } from "./patient.js";

/** What the rows of a file so far have told: each question is answered with the number of a row. */
export type EarlierRows = {
  /** The first row of the same visit. */
  visit(patient: Patient): number | undefined;
  /** The first row of another patient with the same number. */
  phone(number: Phone, patient: Patient): number | undefined;
  /** The first row of another patient at the same address; asked of stays in hospitals alone. */
  household(patient: Patient): number | undefined;
  /** To be called once the row was judged. */
  add(patient: Patient): void;
};

export function earlierRows(type: CahpsType): EarlierRows {
  const visits = new Map<string, number>();
  const phones = sharedValues();
  const households = sharedValues();
  return {
    visit: ({ text }) => visits.get(text("visit_id")),
    phone: (number, patient) => phones.another(number, patient),
    household: (patient) => households.another(addressOf(patient), patient),
    add(patient) {
      const visit = patient.text("visit_id");
      if (visit !== "" && !visits.has(visit)) visits.set(visit, patient.row.row);
      for (const { number } of patient.phones) if (number !== null) phones.add(number, patient);
      if (type === "HCAHPS") households.add(addressOf(patient), patient);
    },
  };
}

/** Who first had a value, and the first other one who had it. */
type Holders = { readonly identity: string; readonly row: number; otherRow?: number };

function sharedValues() {
  const holders = new Map<string, Holders>();
  return {
    another(value: string, { identity }: Patient): number | undefined {
      const first = holders.get(value);
      if (!first || identity === "") return undefined;
      return first.identity === identity ? first.otherRow : first.row;
    },
    add(value: string, { identity, row: { row } }: Patient): void {
      if (value === "" || identity === "") return;
      const first = holders.get(value);
      if (!first) holders.set(value, { identity, row });
      else if (first.identity !== identity) first.otherRow ??= row;
    },
  };
}

/** An address as addresses are compared; empty where it is not complete. */
function addressOf({ text, missingAddress }: Patient): string {
  if (missingAddress.length > 0) return "";
  const street = `${text("address_1")} ${text("address_2")} ${text("city")} ${text("state")}`;
  return `${street
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} ${text("zip").slice(0, 5)}`;
}
