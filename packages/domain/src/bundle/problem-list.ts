import type { Problem } from "../kernel/domain-error.js";
import { invalid } from "../kernel/domain-error.js";

const mostProblems = 100;

/** Collects what is wrong with a bundle: counts everything, keeps the first 100 by line. */
export function problemList() {
  let kept: Problem[] = [];
  let count = 0;
  const keepFirst = () => {
    kept = kept.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)).slice(0, mostProblems);
  };
  return {
    add(problem: Problem): void {
      count += 1;
      kept.push(problem);
      if (kept.length >= 2 * mostProblems) keepFirst();
    },
    /** Throws `bundle_invalid` with the problems that were kept, when there are any. */
    throwAny(): void {
      if (count === 0) return;
      keepFirst();
      const more = count > kept.length ? `; the first ${kept.length} of ${count} follow` : "";
      throw invalid("bundle_invalid", `the bundle has faults and nothing of it was stored${more}`, kept);
    },
  };
}
