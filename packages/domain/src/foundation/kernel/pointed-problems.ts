import type { Problem } from "./domain-error.js";
import { firstOf, invalid, mostProblems } from "./domain-error.js";
import type { LineProblem } from "./line-shape.js";

/** Converts a key's problem to a problem with a JSON pointer. `parent` points to the object that contains the key. */
export function pointed(parent: string, { key, message }: LineProblem): Problem {
  const pointer = key === "" ? parent : `${parent}/${escaped(key)}`;
  return { pointer, message: `${pointer === "" ? "the body" : pointer} ${required(message)}` };
}

/** Rewords a message to follow the key: `expected a number, found null` becomes `must be a number; found null`. */
const required = (message: string): string =>
  message.replace(/^expected /, "must be ").replace(/, (found (?!.*, found ).*)$/, "; $1");

const escaped = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1");

/** Creates an error for a request body with at least one problem. */
export const wrongBody = (code: string, problems: readonly Problem[]) =>
  invalid(code, firstOf(problems), problems.slice(0, mostProblems));
