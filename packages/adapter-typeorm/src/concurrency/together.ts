import { setImmediate } from "node:timers/promises";
import { isDomainError } from "@repute/domain";

type Waiting<Item, Answer> = {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
};

/** Maximum number of items per batch. Small batches keep the waiting time of each item short. */
const max = 100;

/**
 * Combines concurrent calls into batches, so that several items share one call of `work` and one commit.
 * A batch contains the items that arrive in one turn of the event loop, or while `work` is running.
 * `work` must return its results in the order of the items. If `work` throws, it must leave no changes.
 * Each item of the batch is then retried alone, so that one bad item does not fail the others.
 */
export function together<Item, Answer>(work: (items: readonly Item[]) => Promise<readonly Answer[]>) {
  const waiting: Waiting<Item, Answer>[] = [];
  let isWorking = false;

  async function workOff(): Promise<void> {
    isWorking = true;
    while (waiting.length > 0) {
      // Wait for the end of the event loop turn, so that other calls can add their items to the batch.
      await setImmediate();
      await serve(waiting.splice(0, max));
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

/** Returns true if the database is unavailable, so that retrying each item would only waste time. */
const isUnavailable = (error: unknown): boolean => isDomainError(error) && error.kind === "unavailable";
