import type { CalendarDate } from "./calendar-date.js";
import { parseCalendarDate } from "./calendar-date.js";
import type { Cents } from "./cents.js";
import { parseMoney } from "./cents.js";
import type { AnyId } from "./ids.js";
import { parseId } from "./ids.js";
import type { Instant } from "./instant.js";
import { parseInstant, toSecond } from "./instant.js";
import type { Field, OptionalField } from "./line-shape.js";
import { isObject } from "./line-shape.js";

/** The same field, absent or `null` meaning unknown (`null`). */
export const optional = <T>(field: Field<T>): OptionalField<T | null> => ({ ...field, absent: null });

/** The same field, absent or `null` meaning `absent`. */
export const defaulted = <T>(field: Field<T>, absent: T): OptionalField<T> => ({ ...field, absent });

/** The most characters of a name, an address or whatever else fits on a line; counted in UTF-16 code units. */
export const longestLabel = 500;
/** The most characters of a comment or whatever else people write. */
const longestText = 10_000;

/** Text as it was sent, well-formed Unicode without NUL characters. Nothing looks at one that is too long. */
const textUpTo = (most: number): Field<string> => ({
  expected: `a text of at most ${most} characters without NUL characters`,
  read: (value) =>
    typeof value === "string" && value.length <= most && !value.includes("\0") ? value.toWellFormed() : undefined,
});

/** A text that somebody wrote, such as a comment. */
export const text: Field<string> = textUpTo(longestText);

/** A text that fits on a line, such as a name or an address; it may be empty. */
export const shortText: Field<string> = textUpTo(longestLabel);

/** The same with at least one visible character. */
export const label: Field<string> = {
  expected: `a text that is not empty, of at most ${longestLabel} characters`,
  read: (value) => {
    const read = shortText.read(value);
    return read === undefined || read.trim() === "" ? undefined : read;
  },
};

export const flag: Field<boolean> = {
  expected: "true or false",
  read: (value) => (typeof value === "boolean" ? value : undefined),
};

/** A number between two bounds, both allowed. */
export const numberFrom = (least: number, most: number): Field<number> => ({
  expected: `a number from ${least} to ${most}`,
  read: (value) => (typeof value === "number" && value >= least && value <= most ? value : undefined),
});

/** A whole number between two bounds, both allowed. */
export const wholeFrom = (least: number, most: number): Field<number> => ({
  expected: `a whole number from ${least} to ${most}`,
  read: (value) => (Number.isInteger(value) ? numberFrom(least, most).read(value) : undefined),
});

/** The line's own id. */
export const ownId = <Id extends AnyId>(): Field<Id> => ({ expected: "a positive integer", read: parseId<Id> });

/** The id of a record of `kind`, which must exist in the account or in the same file. */
export const idOf = <Id extends AnyId>(kind: string): Field<Id> => ({
  expected: `the id of a ${kind}, a positive integer`,
  read: parseId<Id>,
  refersTo: kind,
});

/** Ids of records of `kind`, without repeats. */
export const idsOf = <Id extends AnyId>(kind: string): Field<readonly Id[]> => ({
  ...distinct(arrayOf(idOf<Id>(kind), `an array of ids of ${kind}s, positive integers`)),
  refersTo: kind,
});

/** A text that `parse` understands. */
export const parsed = <T>(expected: string, parse: (value: string) => T | null | undefined): Field<T> => ({
  expected,
  read: (value) =>
    typeof value === "string" && value.length <= longestLabel ? (parse(value) ?? undefined) : undefined,
});

/** A timestamp, kept to the whole second. */
export const instant: Field<Instant> = parsed("an ISO 8601 timestamp with Z or an offset", (value) => {
  const found = parseInstant(value);
  return found === undefined ? undefined : toSecond(found);
});

/** An amount of money as decimal text. */
export const money: Field<Cents> = parsed('an amount such as "1250.00"', parseMoney);

/** A day of the calendar. */
export const date: Field<CalendarDate> = parsed("a date (YYYY-MM-DD)", parseCalendarDate);

/** Texts in the order given. */
export const labels: Field<readonly string[]> = arrayOf(label, "an array of texts");

/** Texts in the order given, without repeats. */
export const texts: Field<readonly string[]> = distinct(labels);

/** A flat object of texts. */
export const textMap = mapOf(text, "an object whose values are texts");

/** An object whose every member is a `member`, under any name. */
export function mapOf<T>(member: Field<T>, expected: string): Field<Readonly<Record<string, T>>> {
  return {
    expected,
    read: (value) => {
      if (!isObject(value)) return undefined;
      const entries = Object.entries(value).map(([name, one]) => [shortText.read(name), member.read(one)] as const);
      return entries.some((entry) => entry.includes(undefined))
        ? undefined
        : (Object.fromEntries(entries) as Record<string, T>);
    },
    inside: (value) =>
      Object.entries(isObject(value) ? value : {})
        .filter(([, one]) => member.read(one) === undefined)
        .map(([name]) => ({ key: `.${name.slice(0, longestLabel)}`, message: `expected ${member.expected}` })),
  };
}

function arrayOf<T>(member: Field<T>, expected: string): Field<readonly T[]> {
  return {
    expected,
    read: (value) => {
      if (!Array.isArray(value)) return undefined;
      const read = value.map(member.read);
      return read.includes(undefined) ? undefined : (read as T[]);
    },
  };
}

function distinct<T>(field: Field<readonly T[]>): Field<readonly T[]> {
  return {
    ...field,
    read: (value) => {
      const members = field.read(value);
      return members && [...new Set(members)];
    },
  };
}
