import { AsyncLocalStorage } from "node:async_hooks";

/** Knows whether the code that asks was called, however indirectly, by work that is still under way. */
export type Scope = { isInside(): boolean; run<T>(work: () => Promise<T>): Promise<T> };

/** A scope that nothing runs in yet. */
export function scope(): Scope {
  const marks = new AsyncLocalStorage<{ open: boolean }>();
  return {
    isInside: () => marks.getStore()?.open === true,
    async run(work) {
      const mark = { open: true };
      try {
        return await marks.run(mark, work);
      } finally {
        mark.open = false;
      }
    },
  };
}
