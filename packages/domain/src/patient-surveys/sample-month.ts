import type { Brand } from "../kernel/brand.js";
import type { CalendarDate } from "../kernel/calendar-date.js";

/** A month whose patients are surveyed together: `YYYY-MM`. */
export type SampleMonth = Brand<string, "SampleMonth">;

/** `YYYY-MM` of a month that exists; `undefined` for anything else. */
export const parseSampleMonth = (text: string): SampleMonth | undefined =>
  /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text) ? (text as SampleMonth) : undefined;

export const monthOf = (date: CalendarDate): SampleMonth => date.slice(0, 7) as SampleMonth;

/** The month that most rows are of, the earlier one of two; `null` without any. */
export function majorityMonth(rows: ReadonlyMap<SampleMonth, number>): SampleMonth | null {
  const [first] = [...rows].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return first?.[0] ?? null;
}
