import { textTable } from "../../foundation/kernel/lookup-tables.js";
import type { CalendarDate } from "../../foundation/kernel/times.js";
import { lastRow } from "./patient-rows.js";
import { facilityOf, type Stay } from "./patient.js";
import { majorityMonth, monthOf, type SampleMonth } from "./sample-month.js";

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
};

/** Collects the facts about all rows of a file, before the rules check any row. */
export function gatherFacts(stated: SampleMonth | undefined) {
  const months = new Map<SampleMonth, number>();
  const surveyed = textTable(1);
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
