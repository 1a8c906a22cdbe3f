import type { CalendarDate } from "../kernel/calendar-date.js";
import { numbersByText } from "./numbers-by-text.js";
import type { Stay } from "./patient.js";
import { facilityOf } from "./patient.js";
import { lastRow } from "./patient-rows.js";
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
  const kept = numbersByText(["place"]);
  let rows = 0;
  return {
    add(stay: Stay): void {
      rows += 1;
      const { date } = stay.sampled;
      if (date === null) return;
      months.set(monthOf(date), (months.get(monthOf(date)) ?? 0) + 1);
      const id = stay.text("patient_id");
      if (id === "") return;
      const patient = patientOf(stay, date, id);
      const place = placeOf(stay, date);
      if (place < (kept.get(patient, "place") ?? Infinity)) kept.set(patient, "place", place);
    },
    facts: (): FileFacts => ({
      patients: rows,
      month: stated ?? majorityMonth(months),
      keptRow(stay) {
        const { date } = stay.sampled;
        const place = date === null ? undefined : kept.get(patientOf(stay, date, stay.text("patient_id")), "place");
        return place === undefined ? undefined : place % rowsPerDay;
      },
    }),
  };
}

/** One patient of a month and facility: those whose record number is not known are not compared. */
const patientOf = (stay: Stay, date: CalendarDate, id: string): string => `${monthOf(date)} ${facilityOf(stay)}\0${id}`;

const rowsPerDay = lastRow + 1;

/** Day of the month and row as one number, so that the least is kept; below 2^31. */
const placeOf = ({ row: { row } }: Stay, date: CalendarDate): number => Number(date.slice(8)) * rowsPerDay + row;
