import type { Instant } from "./instant.js";
import { parseInstant, toSecond } from "./instant.js";
import type { AnyId } from "./ids.js";
import { parseId } from "./ids.js";

/** How one key of a loaded line is read: `read` gives `undefined` for a value that is not what was `expected`. */
export type Field<T> = {
  readonly expected: string;
  readonly read: (value: unknown) => T | undefined;
  /** The kind of record whose id this key names, when it names one (or several). */
  readonly refersTo?: string;
};

/** A field that may be absent: `null` then means unknown. */
export type OptionalField<T> = Field<T> & { readonly absent: T };

/** The keys that a line of one kind may have. */
export type LineShape = Readonly<Record<string, Field<unknown> | OptionalField<unknown>>>;

/** What a shape gives: every key read, optional ones with their absent value. */
export type Shaped<S extends LineShape> = { readonly [K in keyof S]: S[K] extends Field<infer T> ? T : never };

/** A key that is wrong, and what was expected of it. */
export type LineProblem = { readonly key: string; readonly message: string };

/** Reads a line's keys; answers its problems instead when there are any. Unknown keys are problems. */
export function readLine<S extends LineShape>(
  shape: S,
  line: Readonly<Record<string, unknown>>,
): { readonly values: Shaped<S> } | { readonly problems: readonly LineProblem[] } {
  const problems: LineProblem[] = [];
  const values: Record<string, unknown> = {};
  for (const key of Object.keys(line)) {
    if (key !== "kind" && !Object.hasOwn(shape, key)) problems.push({ key, message: "is not a key of this kind" });
  }
  for (const [key, field] of Object.entries(shape)) {
    const value = readField(field, Object.hasOwn(line, key) ? line[key] : undefined);
    if (value === undefined) problems.push({ key, message: wrong(line, key, field) });
    values[key] = value;
  }
  return problems.length > 0 ? { problems } : { values: values as Shaped<S> };
}

function readField(field: Field<unknown> | OptionalField<unknown>, value: unknown): unknown {
  if ((value === undefined || value === null) && "absent" in field) return field.absent;
  return value === undefined ? undefined : field.read(value);
}

const wrong = (line: Readonly<Record<string, unknown>>, key: string, field: Field<unknown>) =>
  Object.hasOwn(line, key) ? `expected ${field.expected}` : `is missing: expected ${field.expected}`;

/** The same field, absent or `null` meaning unknown (`null`). */
export const optional = <T>(field: Field<T>): OptionalField<T | null> => ({ ...field, absent: null });

/** The same field, absent or `null` meaning `absent`. */
export const defaulted = <T>(field: Field<T>, absent: T): OptionalField<T> => ({ ...field, absent });

const longestText = 100_000;

/** Text as it was sent, well-formed Unicode without NUL characters. */
export const text: Field<string> = {
  expected: `a text of at most ${longestText} characters without NUL characters`,
  read: (value) =>
    typeof value === "string" && value.length <= longestText && !value.includes("\0")
      ? value.toWellFormed()
      : undefined,
};

/** A text with at least one visible character. */
export const label: Field<string> = {
  expected: "a text that is not empty",
  read: (value) => (typeof value === "string" && value.trim() !== "" ? text.read(value) : undefined),
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
  ...arrayOf(idOf<Id>(kind), `an array of ids of ${kind}s, positive integers`),
  refersTo: kind,
});

/** A text that `parse` understands. */
export const parsed = <T>(expected: string, parse: (value: string) => T | null | undefined): Field<T> => ({
  expected,
  read: (value) => (typeof value === "string" ? (parse(value) ?? undefined) : undefined),
});

/** A timestamp, kept to the whole second. */
export const instant: Field<Instant> = parsed("an ISO 8601 timestamp with Z or an offset", (value) => {
  const found = parseInstant(value);
  return found === undefined ? undefined : toSecond(found);
});

/** Texts without repeats, in the order given. */
export const texts: Field<readonly string[]> = arrayOf(label, "an array of texts");

/** A flat object of texts. */
export const textMap: Field<Readonly<Record<string, string>>> = {
  expected: "an object whose values are texts",
  read: (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    const entries = Object.entries(value).map(([key, member]) => [text.read(key), text.read(member)] as const);
    return entries.some(([key, member]) => key === undefined || member === undefined)
      ? undefined
      : (Object.fromEntries(entries) as Record<string, string>);
  },
};

function arrayOf<T>(member: Field<T>, expected: string): Field<readonly T[]> {
  return {
    expected,
    read: (value) => {
      if (!Array.isArray(value)) return undefined;
      const read = value.map(member.read);
      return read.includes(undefined) ? undefined : ([...new Set(read)] as T[]);
    },
  };
}
