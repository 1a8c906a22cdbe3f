import { setTimeout as pause } from "node:timers/promises";
import type { AccountId, FeedBatch } from "@repute/domain";
import { databaseClosed, tooManyLists } from "./database-errors.js";
import type { ListReader } from "./engine.js";

type Limits = {
  /** How many lists are read at once. */
  readonly lists: number;
  /** How many of them for one account. */
  readonly listsPerAccount: number;
  /** For how many milliseconds the others wait before they are refused. */
  readonly patience: number;
};

type Waiting = { readonly account: AccountId; readonly enter: () => void; readonly refuse: (error: unknown) => void };

/** Slots for lists: so many in all and so many for an account; who waits gets one in order of arrival, or is refused in time. */
export function listSlots({ lists, listsPerAccount, patience }: Limits) {
  let free = lists;
  let waiting: readonly Waiting[] = [];
  const taken = new Map<AccountId, number>();
  const resting = new Set<() => void>();
  const takenBy = (account: AccountId) => taken.get(account) ?? 0;
  const isFreeFor = (account: AccountId) => free > 0 && takenBy(account) < listsPerAccount;

  function take(account: AccountId): void {
    free -= 1;
    taken.set(account, takenBy(account) + 1);
  }

  function forget(one: Waiting): void {
    waiting = waiting.filter((other) => other !== one);
  }

  function wait(account: AccountId): Promise<void> {
    return new Promise((resolve, reject) => {
      const one: Waiting = {
        account,
        enter() {
          settle();
          take(account);
          resolve();
        },
        refuse(error) {
          settle();
          reject(error as Error);
        },
      };
      const timer = setTimeout(() => one.refuse(tooManyLists()), patience);
      const settle = () => {
        clearTimeout(timer);
        forget(one);
      };
      waiting = [...waiting, one];
    });
  }

  function leave(account: AccountId): void {
    free += 1;
    if (takenBy(account) > 1) taken.set(account, takenBy(account) - 1);
    else taken.delete(account);
    if (taken.size === 0) wakeAll();
    waiting.find((one) => isFreeFor(one.account))?.enter();
  }

  function wakeAll(): void {
    for (const wake of resting) wake();
  }

  const inSlot = (account: AccountId, begin: () => AsyncIterable<FeedBatch>): AsyncIterable<FeedBatch> => ({
    async *[Symbol.asyncIterator]() {
      if (isFreeFor(account)) take(account);
      else await wait(account);
      try {
        yield* begin();
      } finally {
        leave(account);
      }
    },
  });

  return {
    /** The same lists, each in a slot while it is read. */
    share: (feed: ListReader): ListReader => ({
      read: (account, ...asked) => inSlot(account, () => feed.read(account, ...asked)),
      changes: (account, ...asked) => inSlot(account, () => feed.changes(account, ...asked)),
    }),
    /** Waits until no list is being read, or for so many milliseconds. */
    async idle(most: number): Promise<void> {
      if (taken.size === 0) return;
      const ended = new AbortController();
      const wake = () => ended.abort();
      resting.add(wake);
      await pause(most, undefined, { signal: ended.signal }).catch(() => {});
      resting.delete(wake);
    },
    /** Sends away everybody who waits. */
    close() {
      for (const { refuse } of waiting) refuse(databaseClosed());
      wakeAll();
    },
  };
}
