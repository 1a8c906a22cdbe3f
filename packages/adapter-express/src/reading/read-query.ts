import { nearestOf } from "@repute/domain";
import { readPairs } from "./query.js";

/** Problem with a query parameter. If a request has several problems, the first `code` becomes the error code. */
export type QueryProblem = { readonly code: string; readonly parameter: string; readonly message: string };

/** The valid parameters of a query, and the problems of the invalid parameters. */
export type ReadQuery = {
  readonly query: Readonly<Record<string, string>>;
  readonly problems: readonly QueryProblem[];
};

const maxProblems = 100;
const maxNameLength = 60;

/**
 * Reads the `declared` parameters of a query as strings and reports duplicates.
 * Empty and unknown parameters are ignored, or reported if `strict` is set.
 */
export function readQuery(raw: string, declared: ReadonlySet<string>, strict: boolean): ReadQuery {
  const values = new Map<string, string>();
  const wrong = new Map<string, QueryProblem>();
  const note = (code: string, parameter: string, message: () => string) => {
    if (wrong.size >= maxProblems || wrong.has(parameter)) return;
    wrong.set(parameter, { code, parameter, message: message() });
  };
  for (const [name, value] of readPairs(raw)) {
    if (values.has(name)) note("parameter_given_twice", name, () => `${name} must appear only once`);
    else if (declared.has(name)) values.set(name, value);
    else if (strict && name + value !== "") note("unknown_parameter", short(name), () => unknown(name, [...declared]));
    if (strict && declared.has(name) && value === "") note("empty_parameter", name, () => `${name} must not be empty`);
  }
  const readable = [...values].filter(([name, value]) => value !== "" && !wrong.has(name));
  return { query: Object.fromEntries(readable), problems: [...wrong.values()] };
}

function unknown(name: string, declared: readonly string[]): string {
  const nearest = nearestOf(name, declared);
  return `${short(name)} is not a parameter of this operation${nearest === undefined ? "" : `; did you mean ${nearest}?`}`;
}

const short = (name: string): string => (name.length > maxNameLength ? `${name.slice(0, maxNameLength)}...` : name);
