import type { AccountId } from "./ids.js";
import type { Cancellation } from "./storage.js";

/** Maximum numbers of tasks: running (`atOnce`), waiting (`maxWaiting`), and running or waiting for one account. */
export type SlotLimits = { readonly atOnce: number; readonly maxWaiting: number; readonly maxPerAccount: number };

/** Runs a task when a slot is free. If the task is canceled while it waits, rejects with the cancellation reason. */
export type Slots = <T>(account: AccountId, work: () => Promise<T>, cancellation?: Cancellation) => Promise<T>;

/**
 * Limits concurrent tasks and alternates between accounts. Rejects tasks beyond the limits with `busy()`.
 * If all places are taken, a task of an account with few tasks takes the place of an account with more tasks.
 */
export function slots({ atOnce, maxWaiting, maxPerAccount }: SlotLimits, busy: () => Error): Slots {
  const queues = new Map<AccountId, Set<Waiting>>();
  const inFlight = new Map<AccountId, number>();
  const tasksOf = (account: AccountId) => inFlight.get(account) ?? 0;
  let free = atOnce;
  let total = 0;

  /** Starts the first waiting task of the next account, and moves this account to the end of the queue. */
  function startNext(): void {
    const [[account, queue] = []] = queues;
    const [next] = queue ?? [];
    if (free === 0 || account === undefined || !queue || !next) return;
    queues.delete(account);
    queue.delete(next);
    if (queue.size > 0) queues.set(account, queue);
    free -= 1;
    next.start();
  }

  /** Refuses the last waiting task of the account with the most tasks, unless `account` would then have as many. */
  function makeRoom(account: AccountId): boolean {
    const busiest = [...queues.keys()].reduce((one, other) => (tasksOf(other) > tasksOf(one) ? other : one), account);
    if (tasksOf(busiest) <= tasksOf(account) + 1) return false;
    [...(queues.get(busiest) ?? [])].at(-1)?.refuse(busy());
    return true;
  }

  const turn = (account: AccountId, cancellation?: Cancellation) =>
    new Promise<void>((resolve, reject) => {
      const queue = queues.get(account) ?? new Set();
      const leave = () => one.refuse(cancellation?.reason as Error);
      const one: Waiting = {
        start() {
          cancellation?.removeEventListener("abort", leave);
          resolve();
        },
        refuse(reason) {
          cancellation?.removeEventListener("abort", leave);
          queue.delete(one);
          if (queue.size === 0) queues.delete(account);
          count(account, -1);
          reject(reason);
        },
      };
      count(account, 1);
      queues.set(account, queue.add(one));
      cancellation?.addEventListener("abort", leave);
      startNext();
    });

  function count(account: AccountId, change: 1 | -1): void {
    const now = tasksOf(account) + change;
    if (now === 0) inFlight.delete(account);
    else inFlight.set(account, now);
    total += change;
  }

  return async (account, work, cancellation) => {
    if (cancellation?.aborted) throw cancellation.reason as Error;
    const isFull = total >= atOnce + maxWaiting;
    if (tasksOf(account) >= maxPerAccount || (isFull && !makeRoom(account))) throw busy();
    await turn(account, cancellation);
    try {
      return await work();
    } finally {
      free += 1;
      count(account, -1);
      startNext();
    }
  };
}

type Waiting = { readonly start: () => void; readonly refuse: (reason: Error) => void };
