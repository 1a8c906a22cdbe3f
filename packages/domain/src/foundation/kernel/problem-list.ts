import type { Problem } from "./domain-error.js";
import { invalid, mostProblems } from "./domain-error.js";

/** Collects the problems of a file. Counts all problems and keeps the first 100, sorted by line or row. */
export function problemList(code: string, fault: string) {
  let kept: Problem[] = [];
  let count = 0;
  const keepFirst = () => {
    kept = kept.sort((a, b) => lineOf(a) - lineOf(b)).slice(0, mostProblems);
  };
  return {
    add(problem: Problem): void {
      count += 1;
      kept.push(problem);
      if (kept.length >= 2 * mostProblems) keepFirst();
    },
    /** Throws an `invalid` error with the kept problems. Does nothing if there are no problems. */
    throwAny(): void {
      if (count === 0) return;
      keepFirst();
      const more = count > kept.length ? `; the first ${kept.length} of ${count} follow` : "";
      throw invalid(code, `${fault}${more}`, kept);
    },
  };
}

const lineOf = ({ line, row }: Problem): number => line ?? row ?? 0;
