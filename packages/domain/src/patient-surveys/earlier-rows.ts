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
  const identities: string[] = [];
  const phones = sharedValues<number>(identities);
  const households = sharedValues<string>(identities);
  return {
    visit: ({ text }) => visits.get(text("visit_id")),
    phone: (number, patient) => phones.another(Number(number), patient),
    household: (patient) => households.another(addressOf(patient), patient),
    add(patient) {
      identities[patient.row.row] = patient.identity;
      const visit = patient.text("visit_id");
      if (visit !== "" && !visits.has(visit)) visits.set(visit, patient.row.row);
      for (const { number } of patient.phones) if (number !== null) phones.add(Number(number), patient);
      if (type === "HCAHPS") households.add(addressOf(patient), patient);
    },
  };
}

/** In which row a value stood first, and in which with another patient. Rows are numbers: there may be half a million. */
function sharedValues<Value>(identities: readonly string[]) {
  const firsts = new Map<Value, number>();
  const others = new Map<Value, number>();
  return {
    another(value: Value, { identity }: Patient): number | undefined {
      const first = identity === "" ? undefined : firsts.get(value);
      if (first === undefined) return undefined;
      return identities[first] === identity ? others.get(value) : first;
    },
    add(value: Value, { identity, row: { row } }: Patient): void {
      if (value === "" || identity === "") return;
      const first = firsts.get(value);
      if (first === undefined) firsts.set(value, row);
      else if (identities[first] !== identity && !others.has(value)) others.set(value, row);
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
