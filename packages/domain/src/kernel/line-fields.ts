import type { Cents } from "./cents.js";
import { parseMoney } from "./cents.js";
import { kindOfValue } from "./found.js";
import type { AnyId } from "./ids.js";
import { parseId } from "./ids.js";
import { isJsonObject } from "./json-object.js";
import type { Field, OptionalField } from "./line-shape.js";
import { expectedOf } from "./line-shape.js";
import { nearestOf } from "./nearest.js";
import { isPlainText } from "./plain-text.js";

/** The same field, absent or `null` meaning unknown (`null`). */
export const optional = <T>(field: Field<T>): OptionalField<T | null> => ({ ...field, absent: null });

/** The same field, absent or `null` meaning `absent`. */
export const defaulted = <T>(field: Field<T>, absent: T): OptionalField<T> => ({ ...field, absent });

/** The same field, of which an empty text, too, means that it is absent. */
export const orEmpty = <T>(field: OptionalField<T>): OptionalField<T> => ({
  ...field,
  read: (value) => (typeof value === "string" && value.trim() === "" ? field.absent : field.read(value)),
});

/** The most characters of a name, an address or whatever else fits on a line; counted in UTF-16 code units. */
export const longestLabel = 500;
/** The most characters of a comment or whatever else people write. */
const longestText = 10_000;

/** Text as it was sent, well-formed Unicode without NUL characters. Nothing looks at one that is too long. */
const textUpTo = (most: number): Field<string> => ({
  expected: `a string of at most ${most} characters without NUL characters`,
  read: (value) =>
    typeof value === "string" && value.length <= most && !value.includes("\0") ? value.toWellFormed() : undefined,
});

/** A text that somebody wrote, such as a comment. */
export const text: Field<string> = textUpTo(longestText);

const isShortText = (value: unknown): value is string =>
  typeof value === "string" && value.length <= longestLabel && isPlainText(value);

/** Says so where all that is wrong with a text is one of its characters. */
const foundCharacter = (value: unknown) =>
  typeof value === "string" && value.length <= longestLabel && value.trim() !== "" && !isPlainText(value)
    ? "a string with a line break, control character or invisible character"
    : undefined;

/** A text that fits on a line, such as a name or an address; it may be empty. */
export const shortText: Field<string> = {
  expected: `a string of at most ${longestLabel} characters on one line`,
  found: foundCharacter,
  read: (value) => (isShortText(value) ? value : undefined),
};

/** The same with at least one visible character. */
export const label: Field<string> = {
  expected: `a non-empty string of at most ${longestLabel} characters`,
  found: foundCharacter,
  read: (value) => (isShortText(value) && value.trim() !== "" ? value : undefined),
};

export const flag: Field<boolean> = {
  expected: "true or false",
  read: (value) => (typeof value === "boolean" ? value : undefined),
};

/** A number between two bounds, both allowed. */
export const numberFrom = (least: number, most: number): Field<number> => ({
  expected: `a number from ${least} to ${most}`,
  found: (value) => {
    if (typeof value !== "number" || (value >= least && value <= most)) return undefined;
    return value < least ? "a smaller number" : "a greater number";
  },
  read: (value) => (typeof value === "number" && value >= least && value <= most ? value : undefined),
});

/** A whole number between two bounds, both allowed. */
export const wholeFrom = (least: number, most: number): Field<number> => ({
  expected: `a whole number from ${least} to ${most}`,
  found: (value) => numberFrom(least, most).found?.(value) ?? (isFraction(value) ? "a fraction" : undefined),
  read: (value) => (Number.isInteger(value) ? numberFrom(least, most).read(value) : undefined),
});

const isFraction = (value: unknown): boolean => typeof value === "number" && !Number.isInteger(value);

/** Ids are told as they are: they say nothing of anybody. */
const foundId = (value: unknown) => (typeof value === "number" ? String(value) : undefined);

/** The line's own id. */
export const ownId = <Id extends AnyId>(): Field<Id> => ({
  expected: "a positive integer",
  found: foundId,
  read: parseId<Id>,
});

/** The id of a record of `kind`, which must exist in the account or in the same file. */
export const idOf = <Id extends AnyId>(kind: string): Field<Id> => ({
  expected: `${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind} id (a positive integer)`,
  found: foundId,
  read: parseId<Id>,
  refersTo: kind,
});

/** Ids of records of `kind`, without repeats. */
export const idsOf = <Id extends AnyId>(kind: string): Field<readonly Id[]> => ({
  ...distinctOf(idOf<Id>(kind), `an array of ${kind} ids (positive integers)`),
  refersTo: kind,
});

/** A text that `parse` understands. */
export const parsed = <T>(expected: string, parse: (value: string) => T | null | undefined): Field<T> => ({
  expected,
  read: (value) =>
    typeof value === "string" && value.length <= longestLabel ? (parse(value) ?? undefined) : undefined,
});

/** One of some words. */
export const oneOf = <T extends string>(words: readonly T[]): Field<T> => ({
  ...parsed(`one of ${words.join(", ")}`, (value) => words.find((word) => word === value)),
  found: (value) => {
    const meant = typeof value === "string" ? nearestOf(value, words) : undefined;
    return meant === undefined ? undefined : `${kindOfValue(value)}: did you mean ${meant}?`;
  },
});

/** An amount of money as decimal text. */
export const money: Field<Cents> = parsed('an amount such as "1250.00"', parseMoney);

/** Texts in the order given. */
export const labels: Field<readonly string[]> = arrayOf(label, "an array of strings");

/** Values in the order given, without repeats. */
export function distinctOf<T>(member: Field<T>, expected: string): Field<readonly T[]> {
  return distinct(arrayOf(member, expected));
}

/** Texts in the order given, without repeats. */
export const texts: Field<readonly string[]> = distinct(labels);

/** A flat object of texts. */
export const textMap = mapOf(text, "an object with string values");

/** An object whose every member is a `member`, under any name. */
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
        .map(([name, one]) => ({ key: `.${name.slice(0, longestLabel)}`, message: expectedOf(member, one) })),
  };
}

const mostMembersTold = 10;

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
        .slice(0, mostMembersTold)
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
