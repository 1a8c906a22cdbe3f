import { maxProblems } from "./domain-error.js";
import { kindOfValue } from "./found.js";
import { nearestOf } from "./nearest.js";

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

/** Maximum length of an unknown key in an error message. */
export const maxKeyLength = 100;

/** Result of reading a line: all values, or the first 100 problems together with the valid values. */
export type LineReading<S extends LineShape> =
  { readonly values: Shaped<S> } | { readonly problems: readonly LineProblem[]; readonly partial: Partial<Shaped<S>> };

/** Reads the keys of a line. An unknown key is a problem. */
export function readLine<S extends LineShape>(shape: S, line: Readonly<Record<string, unknown>>): LineReading<S> {
  const problems: LineProblem[] = [];
  const values: Record<string, unknown> = {};
  const unknown = Object.keys(line).filter((key) => !Object.hasOwn(shape, key));
  for (const [index, key] of unknown.slice(0, maxProblems).entries()) {
    const meant = index < maxGuesses ? meantKey(key, shape, line) : undefined;
    problems.push({
      key: key.slice(0, maxKeyLength),
      message: `is not a known key${meant === undefined ? "" : `: did you mean ${meant}?`}`,
    });
  }
  for (const [key, field] of Object.entries(shape)) {
    const value = readField(field, Object.hasOwn(line, key) ? line[key] : undefined);
    if (value === undefined) problems.push(...wrong(line, key, field));
    values[key] = value;
  }
  return problems.length > 0
    ? { problems: problems.slice(0, maxProblems), partial: values as Partial<Shaped<S>> }
    : { values: values as Shaped<S> };
}

/** Maximum number of unknown keys per line that get a "did you mean" suggestion. */
const maxGuesses = 3;

const meantKey = (key: string, shape: LineShape, line: Readonly<Record<string, unknown>>): string | undefined =>
  nearestOf(
    key,
    Object.keys(shape).filter((known) => !Object.hasOwn(line, known)),
  );

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
