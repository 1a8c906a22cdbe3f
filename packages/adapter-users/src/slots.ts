import type { AccountId, Cancellation } from "@repute/domain";

/** Maximum numbers of tasks: running (`atOnce`), waiting (`maxWaiting`), and running or waiting for one account. */
export type SlotLimits = { readonly atOnce: number; readonly maxWaiting: number; readonly maxPerAccount: number };

/** Runs a task when a slot is free. If the task is canceled while it waits, rejects with the cancellation reason. */
export type Slots = <T>(account: AccountId, work: () => Promise<T>, cancellation?: Cancellation) => Promise<T>;

/** Limits concurrent tasks and alternates between accounts. Rejects tasks beyond the limits with `busy()`. */
export function slots({ atOnce, maxWaiting, maxPerAccount }: SlotLimits, busy: () => Error): Slots {
  const queues = new Map<AccountId, Set<() => void>>();
  const inFlight = new Map<AccountId, number>();
  let free = atOnce;
  let total = 0;

  /** Starts the first waiting task of the next account, and moves this account to the end of the queue. */
  function startNext(): void {
    const [[account, queue] = []] = queues;
    const [start] = queue ?? [];
    if (free === 0 || account === undefined || !queue || !start) return;
    queues.delete(account);
    queue.delete(start);
    if (queue.size > 0) queues.set(account, queue);
    free -= 1;
    start();
  }

  const turn = (account: AccountId, cancellation?: Cancellation) =>
    new Promise<void>((resolve, reject) => {
      if (cancellation?.aborted) return reject(cancellation.reason as Error);
      const queue = queues.get(account) ?? new Set();
      queues.set(account, queue.add(start));
      cancellation?.addEventListener("abort", leave);
      startNext();
      function start(): void {
        cancellation?.removeEventListener("abort", leave);
        resolve();
      }
      function leave(): void {
        queue.delete(start);
        if (queue.size === 0) queues.delete(account);
        reject(cancellation?.reason as Error);
      }
    });

  function count(account: AccountId, change: 1 | -1): void {
    const now = (inFlight.get(account) ?? 0) + change;
    if (now === 0) inFlight.delete(account);
    else inFlight.set(account, now);
    total += change;
  }

  return async (account, work, cancellation) => {
    if (total >= atOnce + maxWaiting || (inFlight.get(account) ?? 0) >= maxPerAccount) throw busy();
    count(account, 1);
    try {
      await turn(account, cancellation);
      return await work().finally(() => {
        free += 1;
        startNext();
      });
    } finally {
      count(account, -1);
    }
  };
}
