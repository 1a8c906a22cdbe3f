import { type CalendarDate, parseCalendarDate } from "./calendar-date.js";
import { type Instant, parseInstant, parseInstantOrUtc, toSecond } from "./instant.js";
import { parsed } from "./line-fields.js";
import type { Field } from "./line-shape.js";

/** Field for a timestamp with an offset. Truncated to the whole second. */
export const instant = timestamp("an ISO 8601 timestamp with Z or an offset", parseInstant);

/** Field for a timestamp, in UTC unless it has an offset. Truncated to the whole second. */
export const instantOrUtc = timestamp("an ISO 8601 timestamp (UTC if it has no offset)", parseInstantOrUtc);

/** Field for a calendar date. */
export const date: Field<CalendarDate> = { ...parsed("a date (YYYY-MM-DD)", parseCalendarDate), found: foundTime };

function timestamp(expected: string, parse: typeof parseInstant): Field<Instant> {
  const field = parsed(expected, (value) => {
    const found = parse(value);
    return found === undefined ? undefined : toSecond(found);
  });
  return { ...field, found: foundTime };
}

function foundTime(value: unknown): string | undefined {
  const [, date, time, offset] = typeof value === "string" ? (timeShape.exec(value) ?? []) : [];
  if (date === undefined) return undefined;
  if (parseCalendarDate(date) === undefined) return "a day that does not exist";
  if (time === undefined) return "a date without a time";
  if (offset === undefined) return "a timestamp without an offset";
  return parseInstant(value as string) === undefined ? "a time that does not exist" : "a timestamp";
}

const timeShape = /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)([Zz]|[+-]\d{2}:?\d{2})?)?$/;
