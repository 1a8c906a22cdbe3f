import type { Problem } from "./domain-error.js";
import { firstOf, invalid, mostProblems } from "./domain-error.js";
import type { LineProblem } from "./line-shape.js";

/** A problem with a key of a body, or of the part of it that `parent` points to. */
export function pointed(parent: string, { key, message }: LineProblem): Problem {
  const pointer = key === "" ? parent : `${parent}/${escaped(key)}`;
  return { pointer, message: `${pointer === "" ? "the body" : pointer} ${required(message)}` };
}

/** `expected a number, found null` as the end of a sentence about the key: `must be a number; found null`. */
const required = (message: string): string =>
  message.replace(/^expected /, "must be ").replace(/, (found (?!.*, found ).*)$/, "; $1");

/** As a JSON pointer has it. */
const escaped = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1");

/** A body with these problems, of which there is at least one. */
export const wrongBody = (code: string, problems: readonly Problem[]) =>
  invalid(code, firstOf(problems), problems.slice(0, mostProblems));
