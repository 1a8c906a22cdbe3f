import type { DomainError } from "./domain-error.js";
import { invalid, isDomainError } from "./domain-error.js";

/** Reads the parts of a request one by one, so that all that is wrong with them is told at once. */
export type ProblemCollector = {
  /** What a part reads as; `undefined` when it is wrong, which is noted. Throws what is no caller's fault. */
  attempt<T>(read: () => T): T | undefined;
  /** The same for what takes time. */
  attemptLater<T>(read: () => Promise<T>): Promise<T | undefined>;
  /** Throws everything that was noted as one error, with the code of the first. */
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
