import type { DomainError } from "./domain-error.js";
import { invalid, isDomainError } from "./domain-error.js";

/** Reads the parts of a request and collects their errors, so that the caller gets all of them at once. */
export type ProblemCollector = {
  /** Returns the result of `read`. Collects an `invalid` error and returns `undefined`; rethrows any other error. */
  attempt<T>(read: () => T): T | undefined;
  /** Like `attempt`, for asynchronous reads. */
  attemptLater<T>(read: () => Promise<T>): Promise<T | undefined>;
  /** Throws all collected problems as one error with the first error's code. Does nothing if there are none. */
  refuse(): void;
};

export function collectProblems(): ProblemCollector {
  const found: DomainError[] = [];
  const note = (error: unknown): undefined => {
    if (!isDomainError(error) || error.kind !== "invalid") throw error;
    found.push(error);
  };
  return {
    attempt(read) {
      try {
        return read();
      } catch (error) {
        return note(error);
      }
    },
    attemptLater: (read) => read().catch(note),
    refuse() {
      const [first] = found;
      if (!first) return;
      if (found.length === 1) throw first;
      const problems = found.flatMap((error) => error.problems);
      throw invalid(first.code, messageOf(first, problems.length), problems);
    },
  };
}

const others = / \(and \d+ more\)$/;

const messageOf = ({ message }: DomainError, count: number): string =>
  `${message.replace(others, "")} (and ${count - 1} more)`;
