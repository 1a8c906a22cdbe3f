import { AsyncLocalStorage } from "node:async_hooks";

/**
 * Detects nested calls, including asynchronous ones.
 * `isInside` returns true while code runs inside `run` of the same object.
 */
export type Nesting = { isInside(): boolean; run<T>(work: () => Promise<T>): Promise<T> };

type UnderWay = { readonly nesting: Nesting; open: boolean };

/**
 * Call contexts of all open databases.
 * They share one AsyncLocalStorage, because each instance in use slows every promise of the process.
 */
const callers = new AsyncLocalStorage<readonly UnderWay[]>();
let allUnderWay = 0;

const openOnes = (): UnderWay[] => (callers.getStore() ?? []).filter(({ open }) => open);

export function nesting(): Nesting {
  const own: Nesting = {
    isInside: () => openOnes().some((one) => one.nesting === own),
    async run(work) {
      const underWay = { nesting: own, open: true };
      allUnderWay += 1;
      try {
        return await callers.run([...openOnes(), underWay], work);
      } finally {
        underWay.open = false;
        allUnderWay -= 1;
        // Turn off async context tracking, which costs time, while no work is running.
        if (allUnderWay === 0) callers.disable();
      }
    },
  };
  return own;
}
