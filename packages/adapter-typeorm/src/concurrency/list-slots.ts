import { setTimeout as sleep } from "node:timers/promises";
import type { AccountId, FeedBatch } from "@repute/domain";
import { databaseClosed, listCutOff, tooManyLists } from "../database-errors.js";
import type { ListReader } from "../engine.js";

/**
 * Limits the number of lists that are read concurrently, with one slot per list.
 * An account gets a new slot only while it uses fewer slots than are free.
 * One account can therefore use at most half of the slots.
 * While a list waits, reads of accounts with more slots are canceled. Stalled readers are canceled first.
 * Fast readers are also canceled, so that they cannot block other accounts.
 */
export function listSlots({ lists, listsPerAccount, patience }: Limits) {
  let free = lists;
  let waiting: readonly Waiting[] = [];
  const usedSlots = new Map<AccountId, number>();
  const running = new Set<Running>();
  const resting = new Set<() => void>();
  const slotsOf = (account: AccountId) => usedSlots.get(account) ?? 0;
  const isFreeFor = (account: AccountId) => slotsOf(account) < Math.min(free, listsPerAccount);

  function take(account: AccountId): void {
    free -= 1;
    usedSlots.set(account, slotsOf(account) + 1);
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
      let attempts = 0;
      const making = setInterval(() => makeRoom(account, (attempts += 1)), pause);
      const settle = () => {
        clearTimeout(timer);
        clearInterval(making);
        forget(one);
      };
      waiting = [...waiting, one];
    });
  }

  /**
   * Cancels one read of an account that uses more slots than the waiting account.
   * The first attempt cancels only a stalled reader.
   * From the second attempt on, any reader may be canceled if its account uses at least two more slots.
   * This margin prevents accounts with equal numbers of slots from canceling each other's reads.
   */
  function makeRoom(account: AccountId, attempt: number): void {
    const now = performance.now();
    const heldFor = ({ heldSince = now }: Running) => now - heldSince;
    const lead = (one: Running) => slotsOf(one.account) - slotsOf(account);
    const mayMove = attempt >= impatientAttempt;
    const victims = [...running].filter((one) => lead(one) >= (heldFor(one) >= pause ? 1 : mayMove ? 2 : Infinity));
    // Among lists with the same rank, cancel the oldest. `running` is in order of arrival, and Array.sort is stable.
    const [victim] = victims.sort((a, b) => lead(b) - lead(a) || heldFor(b) - heldFor(a));
    // Ignore errors while closing the list, because its reader receives the same errors.
    victim?.cut().catch(() => {});
  }

  function leave(account: AccountId): void {
    free += 1;
    if (slotsOf(account) > 1) usedSlots.set(account, slotsOf(account) - 1);
    else usedSlots.delete(account);
    if (usedSlots.size === 0) wakeAll();
    const next = waiting.filter((one) => isFreeFor(one.account));
    const fewest = Math.min(...next.map((one) => slotsOf(one.account)));
    next.find((one) => slotsOf(one.account) === fewest)?.enter();
  }

  function wakeAll(): void {
    for (const wake of resting) wake();
  }

  const inSlot = (account: AccountId, begin: () => AsyncIterable<FeedBatch>): AsyncIterable<FeedBatch> => ({
    async *[Symbol.asyncIterator]() {
      if (isFreeFor(account)) take(account);
      else await wait(account);
      const batches = begin()[Symbol.asyncIterator]();
      let isCut = false;
      let ending: Promise<void> | undefined;
      const end = async () => {
        running.delete(one);
        await Promise.resolve(batches.return?.()).finally(() => leave(account));
      };
      const one: Running = {
        account,
        heldSince: undefined,
        cut() {
          isCut = true;
          return (ending ??= end());
        },
      };
      running.add(one);
      try {
        for (let batch = await batches.next(); !batch.done; batch = await batches.next()) {
          one.heldSince = performance.now();
          yield batch.value;
          one.heldSince = undefined;
          if (isCut) throw listCutOff();
        }
      } finally {
        await (ending ??= end());
      }
    },
  });

  return {
    /** Wraps a list reader so that each list uses one slot while it is read. */
    share: (feed: ListReader): ListReader => ({
      read: (account, ...args) => inSlot(account, () => feed.read(account, ...args)),
      changes: (account, ...args) => inSlot(account, () => feed.changes(account, ...args)),
    }),
    /** Waits until no list is being read, for `max` milliseconds at most. */
    async idle(max: number): Promise<void> {
      if (usedSlots.size === 0) return;
      const ended = new AbortController();
      const wake = () => ended.abort();
      resting.add(wake);
      await sleep(max, undefined, { signal: ended.signal }).catch(() => {});
      resting.delete(wake);
    },
    /** Rejects all requests for lists that are waiting, with `database_closed`. */
    close() {
      for (const { refuse } of waiting) refuse(databaseClosed());
      wakeAll();
    },
  };
}

type Limits = {
  /** Maximum number of lists that are read concurrently. */
  readonly lists: number;
  /** Maximum number of lists that one account reads concurrently. */
  readonly listsPerAccount: number;
  /** Maximum time that a list waits for a slot, in milliseconds. After this time, the read is rejected. */
  readonly patience: number;
};

type Waiting = { readonly account: AccountId; readonly enter: () => void; readonly refuse: (error: unknown) => void };

type Running = {
  readonly account: AccountId;
  /**
   * Time at which the reader received its current batch, in milliseconds. Undefined while the reader waits for a batch.
   */
  heldSince: number | undefined;
  cut(): Promise<void>;
};

/**
 * Interval between attempts to free a slot for a waiting list, in milliseconds.
 * A reader that takes longer than this for a batch counts as stalled.
 */
const pause = 250;

/** From this attempt on, freeing a slot may also cancel fast readers. The first attempt has the number 1. */
const impatientAttempt = 2;

/**
 * Runs at most `max` jobs concurrently, and shares the capacity fairly between keys.
 * When a job ends, the next job comes from the key with the fewest running jobs.
 * Among keys with equally many jobs, jobs start in order of arrival.
 * A job that runs longer than `patience` milliseconds no longer counts toward the limit.
 */
export function fairQueue<Key>({ max, patience }: { readonly max: number; readonly patience: number }) {
  let waiting: readonly WaitingJob<Key>[] = [];
  const running = new Map<Key, number>();
  let free = max;
  const runningOf = (key: Key) => running.get(key) ?? 0;

  function enter(key: Key): void {
    free -= 1;
    running.set(key, runningOf(key) + 1);
  }

  function leave(key: Key): void {
    free += 1;
    if (runningOf(key) > 1) running.set(key, runningOf(key) - 1);
    else running.delete(key);
    const next = waiting.reduce<WaitingJob<Key> | undefined>(
      (best, one) => (best && runningOf(best.key) <= runningOf(one.key) ? best : one),
      undefined,
    );
    if (!next) return;
    waiting = waiting.filter((one) => one !== next);
    enter(next.key);
    next.enter();
  }

  return async function enqueue<T>(key: Key, job: () => Promise<T>): Promise<T> {
    if (free > 0) enter(key);
    else await new Promise<void>((resolve) => (waiting = [...waiting, { key, enter: resolve }]));
    let isOver = false;
    const end = () => {
      if (!isOver) leave(key);
      isOver = true;
    };
    const timer = setTimeout(end, patience);
    try {
      return await job();
    } finally {
      clearTimeout(timer);
      end();
    }
  };
}

type WaitingJob<Key> = { readonly key: Key; readonly enter: () => void };

/** Delays the steps of lists while short writes run. */
export type WritesFirst = {
  /** Runs a write. */
  write<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when no short write runs, or after 25 milliseconds. */
  turn(): Promise<void>;
};

/** Returns functions that run short writes before the steps of lists, because lists would slow them down. */
export function writesFirst(): WritesFirst {
  const writes = new Set<symbol>();
  const waiting = new Set<() => void>();

  function end(write: symbol): void {
    writes.delete(write);
    if (writes.size > 0) return;
    for (const resume of waiting) resume();
  }

  return {
    async write(work) {
      const write = Symbol("write");
      writes.add(write);
      const timer = setTimeout(end, longWrite, write);
      try {
        return await work();
      } finally {
        clearTimeout(timer);
        end(write);
      }
    },
    async turn() {
      if (writes.size === 0) return;
      await new Promise<void>((resolve) => {
        const resume = () => {
          clearTimeout(timer);
          waiting.delete(resume);
          resolve();
        };
        const timer = setTimeout(resume, maxDelay);
        waiting.add(resume);
      });
    },
  };
}

/** Duration after which a write no longer delays lists, in milliseconds, so that a large load does not. */
const longWrite = 100;

/** Maximum delay of one step of a list, in milliseconds, so that lists continue during many short writes. */
const maxDelay = 25;
