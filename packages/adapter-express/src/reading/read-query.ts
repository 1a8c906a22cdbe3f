import { nearestOf } from "@repute/domain";
import { readPairs } from "./query.js";

/** What is wrong with a parameter, and the code that a request gets for which it is the first fault. */
export type QueryProblem = { readonly code: string; readonly parameter: string; readonly message: string };

/** The parameters of a query as far as they can be read, and what is wrong with the others. */
export type ReadQuery = {
  readonly query: Readonly<Record<string, string>>;
  readonly problems: readonly QueryProblem[];
};

const mostProblems = 100;
const longestName = 60;

/**
 * Reads the parameters of a query that are `declared`, as text. None may be given twice. An empty one counts as absent
 * and others are passed over, unless the client is strict about them.
 */
export function readQuery(raw: string, declared: ReadonlySet<string>, strict: boolean): ReadQuery {
  const given = new Map<string, string>();
  const wrong = new Map<string, QueryProblem>();
  const note = (code: string, parameter: string, message: () => string) => {
    if (wrong.size >= mostProblems || wrong.has(parameter)) return;
    wrong.set(parameter, { code, parameter, message: message() });
  };
  for (const [name, value] of readPairs(raw)) {
    if (given.has(name)) note("parameter_given_twice", name, () => `${name} must appear only once`);
    else if (declared.has(name)) given.set(name, value);
    else if (strict && name + value !== "") note("unknown_parameter", short(name), () => unknown(name, [...declared]));
    if (strict && declared.has(name) && value === "") note("empty_parameter", name, () => `${name} must not be empty`);
  }
  const readable = [...given].filter(([name, value]) => value !== "" && !wrong.has(name));
  return { query: Object.fromEntries(readable), problems: [...wrong.values()] };
}

function unknown(name: string, declared: readonly string[]): string {
  const nearest = nearestOf(name, declared);
  return `${short(name)} is not a parameter of this operation${nearest === undefined ? "" : `; did you mean ${nearest}?`}`;
}

const short = (name: string): string => (name.length > longestName ? `${name.slice(0, longestName)}...` : name);
