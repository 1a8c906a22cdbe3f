import type { CalendarDate } from "../kernel/calendar-date.js";
import type { Stay } from "./patient.js";
import { facilityOf } from "./patient.js";
import type { SampleMonth } from "./sample-month.js";
import { majorityMonth, monthOf } from "./sample-month.js";

/** What is known of a file once all of it was read, and what its rows are judged by. */
export type FileFacts = {
  readonly patients: number;
  /** `null` where nobody stated one and no row has a usable day. */
  readonly month: SampleMonth | null;
  /** Of the rows of one patient, facility and month that of the earliest day, and of these the first in the file. */
  keptRow(stay: Stay): number | undefined;
};

/** Gathers what has to be known of all rows before any is judged. */
export function gatherFacts(stated: SampleMonth | undefined) {
  const months = new Map<SampleMonth, number>();
  const kept = new Map<string, { date: CalendarDate; row: number }>();
  let patients = 0;
  return {
    add(stay: Stay): void {
      patients += 1;
      const { date } = stay.sampled;
      if (date === null) return;
      months.set(monthOf(date), (months.get(monthOf(date)) ?? 0) + 1);
      const key = monthKey(stay, date);
      if (key === undefined) return;
      const before = kept.get(key);
      if (!before || date < before.date) kept.set(key, { date, row: stay.row.row });
    },
    facts: (): FileFacts => ({
      patients,
      month: stated ?? majorityMonth(months),
      keptRow(stay) {
        const { date } = stay.sampled;
        const key = date === null ? undefined : monthKey(stay, date);
        return key === undefined ? undefined : kept.get(key)?.row;
      },
    }),
  };
}

/** Patients whose record number is not known are not compared. */
function monthKey(stay: Stay, date: CalendarDate): string | undefined {
  const id = stay.text("patient_id");
  return id === "" ? undefined : `${monthOf(date)} ${facilityOf(stay)} ${id}`;
}
