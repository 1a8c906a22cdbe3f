import type { Brand } from "../../foundation/kernel/brand.js";
import type { CalendarDate } from "../../foundation/kernel/calendar-date.js";

/** Month of patients that are surveyed together, as `YYYY-MM`. */
export type SampleMonth = Brand<string, "SampleMonth">;

/** Parses `YYYY-MM`. Returns `undefined` for anything else. */
export const parseSampleMonth = (text: string): SampleMonth | undefined =>
  /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text) ? (text as SampleMonth) : undefined;

export const monthOf = (date: CalendarDate): SampleMonth => date.slice(0, 7) as SampleMonth;

/** Returns the month of most rows, the earlier one for ties, or `null` without rows. */
export function majorityMonth(rows: ReadonlyMap<SampleMonth, number>): SampleMonth | null {
  const [first] = [...rows].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return first?.[0] ?? null;
}
