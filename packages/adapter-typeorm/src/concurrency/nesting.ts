import { AsyncLocalStorage } from "node:async_hooks";

/** Tells whether the current code was called, even indirectly, by work that is still running. */
export type Nesting = { isInside(): boolean; run<T>(work: () => Promise<T>): Promise<T> };

type UnderWay = { readonly nesting: Nesting; open: boolean };

/** All open databases share one storage, because each `AsyncLocalStorage` in use slows every promise of the process. */
const callers = new AsyncLocalStorage<readonly UnderWay[]>();
let allUnderWay = 0;

const openOnes = (): UnderWay[] => (callers.getStore() ?? []).filter(({ open }) => open);

/** Creates a nesting without running work. */
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
        // No work is running, so tracking is unnecessary.
        if (allUnderWay === 0) callers.disable();
      }
    },
  };
  return own;
}
