import type { Brand } from "../../foundation/kernel/ids.js";
import type { CalendarDate } from "../../foundation/kernel/times.js";

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
