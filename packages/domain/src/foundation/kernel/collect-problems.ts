import { type DomainError, invalid, isDomainError } from "./domain-error.js";

/** Collects the errors of all parts of a request, so that the caller receives them together. */
export type ProblemCollector = {
  /**
   * Returns the result of `read`. If `read` throws an `invalid` error, collects the error and returns `undefined`.
   * Rethrows all other errors.
   */
  attempt<T>(read: () => T): T | undefined;
  /** Variant of `attempt` for an asynchronous `read`. */
  attemptLater<T>(read: () => Promise<T>): Promise<T | undefined>;
  /** Throws one error with all collected problems and the first error's code. Does nothing if there are no problems. */
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
