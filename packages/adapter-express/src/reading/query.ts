import { fixedProblem } from "../responding/fixed-problem.js";
import { HttpProblem } from "../responding/problem.js";
import { unescaped } from "./escaped-text.js";

type Pair = readonly [name: string, value: string];

/**
 * Returns the `declared` parameters as strings.
 * Empty parameters count as absent, other parameters are ignored, and a duplicate throws a 400.
 */
export function declaredIn(pairs: readonly Pair[], declared: ReadonlySet<string>): Readonly<Record<string, string>> {
  const values = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (!declared.has(name)) continue;
    if (values.has(name)) throw duplicateParameter(name);
    values.set(name, value);
  }
  return Object.fromEntries([...values].filter(([, value]) => value !== ""));
}

/** Returns all names and values of a query or a URL-encoded form. `textOf` decodes a name or value. */
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
  throw fixedProblem("malformed_query");
}

function duplicateParameter(parameter: string): HttpProblem {
  const message = `${parameter} must appear only once`;
  return new HttpProblem(400, "parameter_given_twice", message, { problems: [{ parameter, message }] });
}
