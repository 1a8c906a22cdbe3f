import { type AnyId, parseId } from "./ids.js";
import { isJsonObject } from "./json.js";
import {
  expectedOf,
  type Field,
  kindOfValue,
  type LineShape,
  type OptionalField,
  readLine,
  type Shaped,
} from "./line-shape.js";
import { type Cents, decimalText, parseMoney } from "./numbers.js";
import { isPlainText, nearestOf } from "./text.js";
import {
  type CalendarDate,
  type Instant,
  isoInstant,
  parseCalendarDate,
  parseInstant,
  parseInstantOrUtc,
  toSecond,
} from "./times.js";

/** Makes a field optional. If the key is absent or `null`, the value is `null`. */
export const optional = <T>(field: Field<T>): OptionalField<T | null> => ({ ...field, absent: null });

/** Makes a field optional. If the key is missing or `null`, the field has the value of the argument `absent`. */
export const defaulted = <T>(field: Field<T>, absent: T): OptionalField<T> => ({ ...field, absent });

/** Makes an optional field treat an empty string like an absent key. */
export const orEmpty = <T>(field: OptionalField<T>): OptionalField<T> => ({
  ...field,
  read: (value) => (typeof value === "string" && value.trim() === "" ? field.absent : field.read(value)),
});

/** Maximum length of a name, an address or another one-line string, in UTF-16 code units. */
export const maxLabelLength = 500;
const maxTextLength = 10_000;

/** Field for a string without NUL characters. Replaces lone surrogates. Checks the length first. */
const textUpTo = (max: number): Field<string> => ({
  expected: `a string of at most ${max} characters without NUL characters`,
  read: (value) =>
    typeof value === "string" && value.length <= max && !value.includes("\0") ? value.toWellFormed() : undefined,
});

/** Field for a long string, such as a comment. May contain line breaks. */
export const text: Field<string> = textUpTo(maxTextLength);

const isShortText = (value: unknown): value is string =>
  typeof value === "string" && value.length <= maxLabelLength && isPlainText(value);

/** Describes a string that is invalid only because it contains a forbidden character. */
const foundCharacter = (value: unknown) =>
  typeof value === "string" && value.length <= maxLabelLength && value.trim() !== "" && !isPlainText(value)
    ? "a string with a line break, control character or invisible character"
    : undefined;

/** Field for a string on one line, such as a name or an address. May be empty. */
export const shortText: Field<string> = {
  expected: `a string of at most ${maxLabelLength} characters on one line`,
  found: foundCharacter,
  read: (value) => (isShortText(value) ? value : undefined),
};

/** Field for a string on one line that contains at least one visible character. */
export const label: Field<string> = {
  expected: `a non-empty string of at most ${maxLabelLength} characters`,
  found: foundCharacter,
  read: (value) => (isShortText(value) && value.trim() !== "" ? value : undefined),
};

/** Field for the tracking parameter of a campaign. Spaces and line breaks around the parameter are removed. */
export const trackingParameter: Field<string> = {
  ...label,
  read: (value) => label.read(typeof value === "string" && value.length <= maxLabelLength ? value.trim() : value),
};

export const flag: Field<boolean> = {
  expected: "true or false",
  read: (value) => (typeof value === "boolean" ? value : undefined),
};

/** Field for a number between two bounds, inclusive. */
export const numberFrom = (min: number, max: number): Field<number> => ({
  expected: `a number from ${min} to ${max}`,
  found: (value) => {
    if (typeof value !== "number" || (value >= min && value <= max)) return undefined;
    if (Number.isNaN(value)) return "a value that is not a number";
    return value < min ? "a smaller number" : "a greater number";
  },
  read: (value) => (typeof value === "number" && value >= min && value <= max ? value : undefined),
});

/** Field for an integer between two bounds, inclusive. */
export const wholeFrom = (min: number, max: number): Field<number> => ({
  expected: `a whole number from ${min} to ${max}`,
  found: (value) => numberFrom(min, max).found?.(value) ?? (isFraction(value) ? "a fraction" : undefined),
  read: (value) => (Number.isInteger(value) ? numberFrom(min, max).read(value) : undefined),
});

const isFraction = (value: unknown): boolean => typeof value === "number" && !Number.isInteger(value);

/** Quotes an id for an error message. Ids are not personal data. Greater integers lost digits when they were parsed. */
function foundId(value: unknown): string | undefined {
  if (typeof value !== "number") return undefined;
  if (value > Number.MAX_SAFE_INTEGER) return `a number above the maximum of ${Number.MAX_SAFE_INTEGER}`;
  return value < Number.MIN_SAFE_INTEGER ? "a negative number" : String(value);
}

/** Field for the id of the record that the line contains. */
export const ownId = <Id extends AnyId>(): Field<Id> => ({
  expected: "a positive integer",
  found: foundId,
  read: parseId<Id>,
});

/** Field for the id of another record, such as a location. The record must exist in the account or in the file. */
export const idOf = <Id extends AnyId>(kind: string): Field<Id> => ({
  expected: `${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind} id (a positive integer)`,
  found: foundId,
  read: parseId<Id>,
  refersTo: kind,
});

/** Field for an array of ids of other records. Removes duplicates. */
export const idsOf = <Id extends AnyId>(kind: string): Field<readonly Id[]> => ({
  ...distinctOf(idOf<Id>(kind), `an array of ${kind} ids (positive integers)`),
  refersTo: kind,
});

/** Field for a string that `parse` accepts. */
export const parsed = <T>(expected: string, parse: (value: string) => T | null | undefined): Field<T> => ({
  expected,
  read: (value) =>
    typeof value === "string" && value.length <= maxLabelLength ? (parse(value) ?? undefined) : undefined,
});

/** Field for a string from a fixed list of words. */
export const oneOf = <T extends string>(words: readonly T[]): Field<T> => ({
  ...parsed(`one of ${words.join(", ")}`, (value) => words.find((word) => word === value)),
  found: (value) => {
    const meant = typeof value === "string" ? nearestOf(value, words) : undefined;
    return meant === undefined ? undefined : `${kindOfValue(value)}: did you mean ${meant}?`;
  },
});

/** Field for a decimal amount of money. */
export const money: Field<Cents> = { ...parsed('an amount such as "1250.00"', parseMoney), write: decimalText };

/** Field for an array of strings without line breaks. */
export const labels: Field<readonly string[]> = arrayOf(label, "an array of strings");

/** Field for an array. Removes duplicate values. */
export function distinctOf<T>(member: Field<T>, expected: string): Field<readonly T[]> {
  return distinct(arrayOf(member, expected));
}

/** Field for an array of strings without line breaks. Removes duplicates. */
export const texts: Field<readonly string[]> = distinct(labels);

/** Field for an object with string values. */
export const textMap = mapOf(text, "an object with string values");

/** Field for an object with arbitrary keys, whose values match `member`. */
export function mapOf<T>(member: Field<T>, expected: string): Field<Readonly<Record<string, T>>> {
  return {
    expected,
    read: (value) => {
      if (!isJsonObject(value)) return undefined;
      const entries = Object.entries(value).map(([name, one]) => [shortText.read(name), member.read(one)] as const);
      return entries.some((entry) => entry.includes(undefined))
        ? undefined
        : (Object.fromEntries(entries) as Record<string, T>);
    },
    inside: (value) =>
      Object.entries(isJsonObject(value) ? value : {})
        .filter(([, one]) => member.read(one) === undefined)
        .map(([name, one]) => ({ key: `.${name.slice(0, maxLabelLength)}`, message: expectedOf(member, one) })),
  };
}

/** Field for a timestamp with an offset. Truncated to the whole second. */
export const instant = timestamp("an ISO 8601 timestamp with Z or an offset", parseInstant);

/** Field for a timestamp, in UTC unless it has an offset. Truncated to the whole second. */
export const instantOrUtc = timestamp("an ISO 8601 timestamp (UTC if it has no offset)", parseInstantOrUtc);

/** Field for a calendar date. */
export const date: Field<CalendarDate> = { ...parsed("a date (YYYY-MM-DD)", parseCalendarDate), found: foundTime };

/** Field whose value contains objects with the keys of `S`. */
type FieldOf<T, S extends LineShape> = Omit<Field<T>, "members"> & { readonly members: S };

/** Field for an array of objects with the keys of `shape`. */
export function objectsOf<S extends LineShape>(shape: S, expected: string): FieldOf<readonly Shaped<S>[], S> {
  const readAll = (value: unknown) => (Array.isArray(value) ? value.map((member) => readObject(shape, member)) : []);
  return {
    expected,
    members: shape,
    read: (value) => {
      const members = readAll(value).flatMap((member) => ("values" in member ? [member.values] : []));
      return Array.isArray(value) && members.length === value.length ? members : undefined;
    },
    inside: (value) =>
      readAll(value).flatMap((member, index) =>
        "problems" in member ? member.problems.map(({ key, message }) => ({ key: `[${index}]${key}`, message })) : [],
      ),
  };
}

/** Field for an object with arbitrary keys. Each value is an object with the keys of `shape`. */
export function objectMapOf<S extends LineShape>(
  shape: S,
  expected: string,
): FieldOf<Readonly<Record<string, Shaped<S>>>, S> {
  const readAll = (value: unknown) =>
    isJsonObject(value)
      ? Object.entries(value).map(([name, member]) => [name, readObject(shape, member)] as const)
      : [];
  return {
    expected,
    members: shape,
    read: (value) => {
      const members = readAll(value).flatMap(([name, member]) => ("values" in member ? [[name, member.values]] : []));
      return isJsonObject(value) && members.length === Object.keys(value).length
        ? Object.fromEntries(members)
        : undefined;
    },
    inside: (value) =>
      readAll(value).flatMap(([name, member]) =>
        "problems" in member ? member.problems.map(({ key, message }) => ({ key: `.${name}${key}`, message })) : [],
      ),
  };
}

function timestamp(expected: string, parse: typeof parseInstant): Field<Instant> {
  const field = parsed(expected, (value) => {
    const found = parse(value);
    return found === undefined ? undefined : toSecond(found);
  });
  return { ...field, found: foundTime, write: isoInstant };
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

const maxMembersReported = 10;

function arrayOf<T>(member: Field<T>, expected: string): Field<readonly T[]> {
  return {
    expected,
    read: (value) => {
      if (!Array.isArray(value)) return undefined;
      const read = value.map(member.read);
      return read.includes(undefined) ? undefined : (read as T[]);
    },
    inside: (value) =>
      (Array.isArray(value) ? value : [])
        .map((one: unknown, index) => ({ one, index }))
        .filter(({ one }) => member.read(one) === undefined)
        .slice(0, maxMembersReported)
        .map(({ one, index }) => ({ key: `[${index}]`, message: expectedOf(member, one) })),
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

function readObject<S extends LineShape>(shape: S, value: unknown) {
  if (!isJsonObject(value)) return { problems: [{ key: "", message: expectedOf({ expected: "an object" }, value) }] };
  const read = readLine(shape, value);
  return "values" in read ? read : { problems: read.problems.map(({ key, message }) => ({ key: `.${key}`, message })) };
}
