import { firstOf, invalid, maxProblems, type Problem } from "./domain-error.js";
import type { LineProblem } from "./line-shape.js";

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
