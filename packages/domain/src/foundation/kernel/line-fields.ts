import { type Cents, parseMoney } from "./cents.js";
import { kindOfValue } from "./found.js";
import { type AnyId, parseId } from "./ids.js";
import { isJsonObject } from "./json-object.js";
import { expectedOf, type Field, type OptionalField } from "./line-shape.js";
import { nearestOf } from "./nearest.js";
import { isPlainText } from "./plain-text.js";

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

export const flag: Field<boolean> = {
  expected: "true or false",
  read: (value) => (typeof value === "boolean" ? value : undefined),
};

/** Field for a number between two bounds, inclusive. */
export const numberFrom = (min: number, max: number): Field<number> => ({
  expected: `a number from ${min} to ${max}`,
  found: (value) => {
    if (typeof value !== "number" || (value >= min && value <= max)) return undefined;
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

/** Quotes an id for an error message. Ids are not personal data. */
const foundId = (value: unknown) => (typeof value === "number" ? String(value) : undefined);

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
export const money: Field<Cents> = parsed('an amount such as "1250.00"', parseMoney);

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
