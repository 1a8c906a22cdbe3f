import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate } from "node:timers/promises";
import { isDomainError } from "@repute/domain";

/** Runs jobs one after another, in order of arrival. */
export function serialQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return function enqueue<T>(job: () => Promise<T>): Promise<T> {
    const turn = last.then(job);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** Runs jobs with equal keys one after another, in order of arrival. Jobs with different keys run concurrently. */
export function serialQueueByKey<Key>() {
  const lines = new Map<Key, { readonly enqueue: ReturnType<typeof serialQueue>; length: number }>();
  return async function enqueue<T>(key: Key, job: () => Promise<T>): Promise<T> {
    const line = lines.get(key) ?? { enqueue: serialQueue(), length: 0 };
    lines.set(key, line);
    line.length += 1;
    try {
      return await line.enqueue(job);
    } finally {
      line.length -= 1;
      if (line.length === 0) lines.delete(key);
    }
  };
}

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

type Waiting<Item, Answer> = {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
};

/** Maximum number of items per batch. Small batches keep the waiting time of each item short. */
const max = 100;

/** Returns true if the database is unavailable, so that retrying each item would only waste time. */
const isUnavailable = (error: unknown): boolean => isDomainError(error) && error.kind === "unavailable";

/**
 * Detects nested calls, including asynchronous ones.
 * `isInside` returns true while code runs inside `run` of the same object.
 */
export type Nesting = { isInside(): boolean; run<T>(work: () => Promise<T>): Promise<T> };

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

type UnderWay = { readonly nesting: Nesting; open: boolean };

/**
 * Call contexts of all open databases.
 * They share one AsyncLocalStorage, because each instance in use slows every promise of the process.
 */
const callers = new AsyncLocalStorage<readonly UnderWay[]>();

let allUnderWay = 0;

const openOnes = (): UnderWay[] => (callers.getStore() ?? []).filter(({ open }) => open);
