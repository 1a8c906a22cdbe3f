import { invalid, maxProblems, type Problem } from "./domain-error.js";

/** Collects the problems of a file. Counts all problems and keeps the first 100, sorted by line or row. */
export function problemList(code: string, fault: string) {
  let retained: Problem[] = [];
  let count = 0;
  const keepFirst = () => {
    retained = retained.sort((a, b) => lineOf(a) - lineOf(b)).slice(0, maxProblems);
  };
  return {
    add(problem: Problem): void {
      count += 1;
      retained.push(problem);
      if (retained.length >= 2 * maxProblems) keepFirst();
    },
    /** Throws an `invalid` error with the collected problems. Does nothing if there are no problems. */
    throwAny(): void {
      if (count === 0) return;
      keepFirst();
      const more = count > retained.length ? `; the first ${retained.length} of ${count} follow` : "";
      throw invalid(code, `${fault}${more}`, retained);
    },
  };
}

const lineOf = ({ line, row }: Problem): number => line ?? row ?? 0;
