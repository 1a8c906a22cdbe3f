import { setImmediate } from "node:timers/promises";
import { isDomainError } from "@repute/domain";

type Waiting<Item, Answer> = {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
};

/** Maximum number of items per batch. Small batches keep the wait short. */
const most = 100;

/**
 * Batches concurrent calls. Items that arrive in one turn of the event loop, or while `work` is running, share one call
 * of `work` and therefore one commit. `work` returns results in the order of its items, or throws and leaves no
 * changes. If it throws, each item is retried alone, so that a bad item does not fail the other items.
 */
export function together<Item, Answer>(work: (items: readonly Item[]) => Promise<readonly Answer[]>) {
  const waiting: Waiting<Item, Answer>[] = [];
  let isWorking = false;

  async function workOff(): Promise<void> {
    isWorking = true;
    while (waiting.length > 0) {
      // Let other calls that are due in this turn add their items first.
      await setImmediate();
      await serve(waiting.splice(0, most));
    }
    isWorking = false;
  }

  async function serve(some: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await work(some.map(({ item }) => item));
      some.forEach(({ resolve }, index) => resolve(answers[index] as Answer));
    } catch (error) {
      if (some.length > 1 && !isUnavailable(error)) for (const one of some) await serve([one]);
      else for (const { reject } of some) reject(error);
    }
  }

  return (item: Item): Promise<Answer> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isWorking) void workOff();
    });
}

/**
 * Whether the database is unavailable. This error does not depend on the items, so retrying each item would only waste
 * time.
 */
const isUnavailable = (error: unknown): boolean => isDomainError(error) && error.kind === "unavailable";
