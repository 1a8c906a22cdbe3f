import { mostProblems } from "./domain-error.js";

/** How one key of a loaded line is read: `read` gives `undefined` for a value that is not what was `expected`. */
export type Field<T> = {
  readonly expected: string;
  readonly read: (value: unknown) => T | undefined;
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
const longestKey = 100;

/** Reads a line's keys; returns its problems instead, the first 100, when there are any. Unknown keys are problems. */
export function readLine<S extends LineShape>(
  shape: S,
  line: Readonly<Record<string, unknown>>,
): { readonly values: Shaped<S> } | { readonly problems: readonly LineProblem[] } {
  const problems: LineProblem[] = [];
  const values: Record<string, unknown> = {};
  for (const key of Object.keys(line)) {
    if (!Object.hasOwn(shape, key))
      problems.push({ key: key.slice(0, longestKey), message: "is not a key of this kind" });
    if (problems.length === mostProblems) return { problems };
  }
  for (const [key, field] of Object.entries(shape)) {
    const value = readField(field, Object.hasOwn(line, key) ? line[key] : undefined);
    if (value === undefined) problems.push(...wrong(line, key, field));
    values[key] = value;
  }
  return problems.length > 0 ? { problems: problems.slice(0, mostProblems) } : { values: values as Shaped<S> };
}

function readField(field: Field<unknown> | OptionalField<unknown>, value: unknown): unknown {
  if ((value === undefined || value === null) && "absent" in field) return field.absent;
  return value === undefined ? undefined : field.read(value);
}

function wrong(line: Readonly<Record<string, unknown>>, key: string, field: Field<unknown>): readonly LineProblem[] {
  if (!Object.hasOwn(line, key)) return [{ key, message: `is missing: expected ${field.expected}` }];
  const inside = field.inside?.(line[key]) ?? [];
  if (inside.length === 0) return [{ key, message: `expected ${field.expected}` }];
  return inside.slice(0, mostProblems).map((problem) => ({ key: key + problem.key, message: problem.message }));
}

/** Whether a value is a JSON object. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
