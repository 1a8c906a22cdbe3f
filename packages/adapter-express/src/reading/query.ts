import { HttpProblem } from "../responding/problem.js";
import { unescaped } from "./escaped-text.js";

type Pair = readonly [name: string, value: string];

/** The parameters that are `declared`, as text. An empty one counts as absent, others are passed over, none may be given twice. */
export function declaredIn(pairs: readonly Pair[], declared: ReadonlySet<string>): Readonly<Record<string, string>> {
  const given = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (!declared.has(name)) continue;
    if (given.has(name)) throw givenTwice(name);
    given.set(name, value);
  }
  return Object.fromEntries([...given].filter(([, value]) => value !== ""));
}

/** All names and values of a query, or of another text of its form, as `textOf` reads them. */
export const readPairs = (raw: string, textOf: (part: string) => string = queryText): readonly Pair[] =>
  raw === "" ? [] : raw.split("&").map((pair) => parsePair(pair, textOf));

function parsePair(pair: string, textOf: (part: string) => string): Pair {
  const equals = pair.indexOf("=");
  const name = textOf(equals === -1 ? pair : pair.slice(0, equals));
  return [name, equals === -1 ? "" : textOf(pair.slice(equals + 1))];
}

function queryText(part: string): string {
  const text = unescaped(part.replaceAll("+", " "));
  if (text !== undefined) return text;
  throw new HttpProblem(400, "malformed_query", "the query must be percent-encoded UTF-8");
}

function givenTwice(parameter: string): HttpProblem {
  const message = `${parameter} must appear only once`;
  return new HttpProblem(400, "parameter_given_twice", message, { problems: [{ parameter, message }] });
}
