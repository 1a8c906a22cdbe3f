import { mostProblems } from "./domain-error.js";
import { kindOfValue } from "./found.js";
import { nearestOf } from "./nearest.js";

/** How one key of a loaded line is read: `read` gives `undefined` for a value that is not what was `expected`. */
export type Field<T> = {
  readonly expected: string;
  readonly read: (value: unknown) => T | undefined;
  /** What a value is that was not read, where more can be said than its type and length; never what it says. */
  readonly found?: (value: unknown) => string | undefined;
  /** What is wrong inside of a value that was not read, by path; the value as a whole when there is nothing inside. */
  readonly inside?: (value: unknown) => readonly LineProblem[];
  /** The kind of record whose id this key names, when it names one (or several). */
  readonly refersTo?: string;
  /** The keys of the objects that the value is made of, when it is made of objects. */
  readonly members?: LineShape;
};

/** A field that may be absent: `null` then means unknown. */
export type OptionalField<T> = Field<T> & { readonly absent: T };

/** The keys that a line of one kind may have. */
export type LineShape = Readonly<Record<string, Field<unknown> | OptionalField<unknown>>>;

/** What a shape gives: every key read, optional ones with their absent value. */
export type Shaped<S extends LineShape> = { readonly [K in keyof S]: S[K] extends Field<infer T> ? T : never };

/** A key that is wrong, and what was expected of it. */
export type LineProblem = { readonly key: string; readonly message: string };

/** So much is repeated of a key that is not known. */
export const longestKey = 100;

/** A line's keys, all of them read; or its problems, the first 100, and those keys that could be read. */
export type LineReading<S extends LineShape> =
  { readonly values: Shaped<S> } | { readonly problems: readonly LineProblem[]; readonly partial: Partial<Shaped<S>> };

/** Reads a line's keys. Unknown keys are problems. */
export function readLine<S extends LineShape>(shape: S, line: Readonly<Record<string, unknown>>): LineReading<S> {
  const problems: LineProblem[] = [];
  const values: Record<string, unknown> = {};
  const unknown = Object.keys(line).filter((key) => !Object.hasOwn(shape, key));
  for (const [index, key] of unknown.slice(0, mostProblems).entries()) {
    const meant = index < mostGuessed ? meantKey(key, shape, line) : undefined;
    problems.push({
      key: key.slice(0, longestKey),
      message: `is not a known key${meant === undefined ? "" : `: did you mean ${meant}?`}`,
    });
  }
  for (const [key, field] of Object.entries(shape)) {
    const value = readField(field, Object.hasOwn(line, key) ? line[key] : undefined);
    if (value === undefined) problems.push(...wrong(line, key, field));
    values[key] = value;
  }
  return problems.length > 0
    ? { problems: problems.slice(0, mostProblems), partial: values as Partial<Shaped<S>> }
    : { values: values as Shaped<S> };
}

/** Of so many unknown keys of a line is told what they probably mean. */
const mostGuessed = 3;

/** A key that was probably meant by an unknown one: the line does not have it yet. */
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
  return inside.slice(0, mostProblems).map((problem) => ({ key: key + problem.key, message: problem.message }));
}

/** What was expected of a value, and what it is. */
export const expectedOf = ({ expected, found }: Pick<Field<unknown>, "expected" | "found">, value: unknown): string =>
  `expected ${expected}, found ${found?.(value) ?? kindOfValue(value)}`;
