import { firstOf, invalid, maxProblems, type Problem } from "./domain-error.js";
import type { Brand } from "./ids.js";
import type { JsonObject } from "./json.js";
import { rememberedOf } from "./lookup-tables.js";
import type { Cents } from "./numbers.js";
import { meantKey, unitOf } from "./text.js";
import type { Instant } from "./times.js";

/** Describes one key of a bundle line. `read` returns `undefined` for a value that does not match `expected`. */
export type Field<T> = {
  readonly expected: string;
  readonly read: (value: unknown) => T | undefined;
  /** Describes an invalid value. Used instead of the value's type and length. Must not reveal personal data. */
  readonly found?: (value: unknown) => string | undefined;
  /**
   * Returns the problems inside an invalid array or object, each with its path.
   * Returns an empty array if the value as a whole is wrong.
   */
  readonly inside?: (value: unknown) => readonly LineProblem[];
  /** Converts a value to JSON that `read` accepts. Omitted if the value is JSON already. */
  readonly write?: (value: never) => unknown;
  /** Kind of record to which the ids in the value refer. */
  readonly refersTo?: string;
  /** Keys of the nested objects. Set if the value contains objects. */
  readonly members?: LineShape;
};

/** Optional field. `absent` is the default value, used if the field is absent. */
export type OptionalField<T> = Field<T> & { readonly absent: T };

/** Keys that bundle lines of one kind can have. */
export type LineShape = Readonly<Record<string, Field<unknown> | OptionalField<unknown>>>;

/** Values of a bundle line, by key. Absent optional keys have their default values. */
export type Shaped<S extends LineShape> = { readonly [K in keyof S]: S[K] extends Field<infer T> ? T : never };

export type LineProblem = { readonly key: string; readonly message: string };

/** Values of a bundle line, by member of the record: `maxDays` has the value of the key `max_days`. */
export type Members<Line> = { readonly [Key in keyof Line & string as Member<Key>]: Line[Key] };

type Member<Key extends string> = Key extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<Member<Rest>>}`
  : Key;

const memberOf = (key: string): string => key.replace(/_[a-z]/g, (start) => start.charAt(1).toUpperCase());

/** Converts a line to a record whose members have the names of the keys. */
export const membersOf = <Line extends object>(line: Line) =>
  Object.fromEntries(Object.entries(line).map(([key, value]) => [memberOf(key), value])) as Members<Line>;

/** Converts such a record to a line. Omits members that are not in the shape. */
export const lineOfMembers = <S extends LineShape>(shape: S, record: Members<Shaped<S>>) =>
  Object.fromEntries(
    Object.keys(shape).map((key) => [key, record[memberOf(key) as keyof typeof record]]),
  ) as unknown as Shaped<S>;

/** Converts a record to a line as JSON, without unknown values. The record can have members for other keys. */
export function writeLine<S extends LineShape>(
  shape: S,
  record: { readonly [Key in keyof S & string as Member<Key>]: unknown },
): JsonObject {
  const line: Record<string, unknown> = {};
  for (const { key, member, write } of writersOf(shape)) {
    const value: unknown = record[member as keyof typeof record];
    if (value !== null) line[key] = write ? write(value as never) : value;
  }
  return line;
}

const writersOf = rememberedOf((shape: LineShape) =>
  Object.entries(shape).map(([key, { write }]) => ({ key, member: memberOf(key), write })),
);

/** Returns the default values of the optional keys. */
export const absentValues = <S extends LineShape>(shape: S) =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([key, field]) => ("absent" in field ? [[key, field.absent]] : [])),
  ) as Pick<Shaped<S>, OptionalKey<S>>;

/** Result of reading a line: all values, or the first 100 problems together with the valid values. */
export type LineReading<S extends LineShape> =
  { readonly values: Shaped<S> } | { readonly problems: readonly LineProblem[]; readonly partial: Partial<Shaped<S>> };

/** Maximum length of an unknown key in an error message. */
export const maxKeyLength = 100;

type OtherKeys = {
  /** Keys that are not part of the shape, and are ignored. */
  readonly skipped?: ReadonlySet<string>;
  /** Further keys that an unknown key may mean. */
  readonly others?: readonly string[];
};

/** Reads the keys of a line. An unknown key is a problem. Such a key may mean a key of the shape. */
export function readLine<S extends LineShape>(
  shape: S,
  line: Readonly<Record<string, unknown>>,
  { skipped, others = [] }: OtherKeys = {},
): LineReading<S> {
  const problems: LineProblem[] = [];
  const values: Record<string, unknown> = {};
  const unknown = Object.keys(line).filter((key) => !Object.hasOwn(shape, key) && !skipped?.has(key));
  const known = unknown.length > 0 ? [...Object.keys(shape), ...others] : [];
  const free = known.filter((key) => !Object.hasOwn(line, key));
  for (const [index, key] of unknown.slice(0, maxProblems).entries()) {
    problems.push(unknownKey(key, index < maxGuesses ? free : []));
  }
  for (const [key, field] of fieldsOf(shape)) {
    const value = readField(field, Object.hasOwn(line, key) ? line[key] : undefined);
    if (value === undefined) problems.push(...wrong(line, key, field));
    values[key] = value;
  }
  return problems.length > 0
    ? { problems: problems.slice(0, maxProblems), partial: values as Partial<Shaped<S>> }
    : { values: values as Shaped<S> };
}

/** Returns the fields of a shape by key. Cached, because a bundle has many lines of the same kind. */
const fieldsOf = rememberedOf((shape: LineShape) => Object.entries(shape));

/** Maximum number of unknown keys per line that get a "did you mean" suggestion. */
const maxGuesses = 3;

/** Problem of an unknown key. `known` are the keys that it could have meant. */
export const unknownKey = (key: string, known: readonly string[]): LineProblem => {
  const meant = meantKey(key, known);
  return {
    key: key.slice(0, maxKeyLength),
    message: `is not a known key${meant === undefined ? "" : `: did you mean ${meant}?`}`,
  };
};

function readField(field: Field<unknown> | OptionalField<unknown>, value: unknown): unknown {
  if ((value === undefined || value === null) && "absent" in field) return field.absent;
  return value === undefined ? undefined : field.read(value);
}

function wrong(line: Readonly<Record<string, unknown>>, key: string, field: Field<unknown>): readonly LineProblem[] {
  if (!Object.hasOwn(line, key)) return [{ key, message: `is missing: expected ${field.expected}` }];
  const inside = field.inside?.(line[key]) ?? [];
  if (inside.length === 0) return [{ key, message: expectedOf(field, line[key]) }];
  return inside.slice(0, maxProblems).map((problem) => ({ key: key + problem.key, message: problem.message }));
}

/** Formats the expected and the actual type of a value for an error message. */
export const expectedOf = ({ expected, found }: Pick<Field<unknown>, "expected" | "found">, value: unknown): string =>
  `expected ${expected}, found ${found?.(value) ?? kindOfValue(value)}`;

/** Describes the type of a value. Does not quote the value because it may be patient data. */
export function kindOfValue(value: unknown): string {
  if (typeof value === "string") return kindOfText(value);
  if (Array.isArray(value)) return value.length === 0 ? "an empty array" : `an array of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  return typeof value === "number" ? "a number" : String(value);
}

function kindOfText(text: string): string {
  if (text === "") return "an empty string";
  if (text.trim() === "") return "a string of spaces";
  if (text.includes("\0")) return "a string with a NUL character";
  return `a string of ${text.length} character${text.length === 1 ? "" : "s"}${unitOf(text)}`;
}

/** Locates the problem of a key with a JSON pointer. `parent` is the pointer of the enclosing object. */
export function pointed(parent: string, { key, message }: LineProblem): Problem {
  const pointer = key === "" ? parent : `${parent}/${escaped(key)}`;
  return { pointer, message: `${pointer === "" ? "the body" : pointer} ${required(message)}` };
}

/**
 * Rewords a message so that it can follow the key.
 * For example, `expected a number, found null` becomes `must be a number; found null`.
 */
const required = (message: string): string =>
  message.replace(/^expected /, "must be ").replace(/, (found (?!.*, found ).*)$/, "; $1");

const escaped = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1");

/** Creates an error for an invalid request body. There must be at least one problem. */
export const wrongBody = (code: string, problems: readonly Problem[]) =>
  invalid(code, firstOf(problems), problems.slice(0, maxProblems));

/** Line of a bundle as JSON. An optional key can be absent, `null` or `undefined`. */
export type LineJson<S extends LineShape> = {
  readonly [Key in Exclude<keyof S, OptionalKey<S>>]: JsonOfField<S[Key]>;
} & { readonly [Key in OptionalKey<S>]?: JsonOfField<S[Key]> | null | undefined };

/** JSON form of a value. Ids are numbers. Timestamps, dates and amounts of money are strings. */
type JsonOf<T> = T extends Instant | Cents
  ? string
  : T extends Brand<number, string>
    ? number
    : T extends Brand<string, string>
      ? string
      : T extends readonly (infer Element)[]
        ? readonly JsonOf<Element>[]
        : T extends object
          ? { readonly [Name in keyof T]: JsonOf<T[Name]> }
          : T;

type JsonOfField<F> = F extends { readonly members: infer S extends LineShape }
  ? F extends Field<readonly unknown[]>
    ? readonly LineJson<S>[]
    : Readonly<Record<string, LineJson<S>>>
  : F extends Field<infer T>
    ? JsonOf<T>
    : never;

type OptionalKey<S> = { [Key in keyof S]: S[Key] extends OptionalField<unknown> ? Key : never }[keyof S];
