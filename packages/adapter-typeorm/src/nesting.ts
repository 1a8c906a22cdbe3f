import { AsyncLocalStorage } from "node:async_hooks";

/** Knows whether the code that asks was called, however indirectly, by work that is still under way. */
export type Nesting = { isInside(): boolean; run<T>(work: () => Promise<T>): Promise<T> };

type UnderWay = { readonly nesting: Nesting; open: boolean };

/** One for all open databases: every promise of the process pays for each one that is in use. */
const callers = new AsyncLocalStorage<readonly UnderWay[]>();
let allUnderWay = 0;

const openOnes = (): UnderWay[] => (callers.getStore() ?? []).filter(({ open }) => open);

/** A nesting that nothing runs in yet. */
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
        // There is nothing left to be inside of.
        if (allUnderWay === 0) callers.disable();
      }
    },
  };
  return own;
}
