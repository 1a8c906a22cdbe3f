import { setTimeout as sleep } from "node:timers/promises";
import type { AccountId, FeedBatch } from "@repute/domain";
import { databaseClosed, listCutOff, tooManyLists } from "./database-errors.js";
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

/** A list that is being read. */
type Running = {
  readonly account: AccountId;
  /** When the reader was handed a batch that it has not taken yet, in milliseconds. */
  heldSince: number | undefined;
  cut(): Promise<void>;
};

/** How often room is made for a list that waits, and for how long a reader must hold a list up before it is cut, in milliseconds. */
const pause = 250;
/** Number of the attempt to make room from which lists whose readers go on may be cut as well. */
const impatientAttempt = 2;

/**
 * Slots for lists. An account may hold as many slots as are left free, so one alone gets half of them and there is room for
 * newcomers. While a list waits, the list that is held up longest is cut off, among those of the account with the most slots.
 * If readers hold no list up, the oldest list of that account is cut, so that many quick readers cannot keep others out.
 */
export function listSlots({ lists, listsPerAccount, patience }: Limits) {
  let free = lists;
  let waiting: readonly Waiting[] = [];
  const taken = new Map<AccountId, number>();
  const running = new Set<Running>();
  const resting = new Set<() => void>();
  const takenBy = (account: AccountId) => taken.get(account) ?? 0;
  const isFreeFor = (account: AccountId) => takenBy(account) < Math.min(free, listsPerAccount);

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
   * Cuts off a list that its reader holds up, if its account has more slots than the one that waits. From the second attempt
   * on, a list that moves is cut too, if its account has at least two more slots, so that equal accounts never cut each other.
   */
  function makeRoom(account: AccountId, attempt: number): void {
    const now = performance.now();
    const heldFor = ({ heldSince = now }: Running) => now - heldSince;
    const lead = (one: Running) => takenBy(one.account) - takenBy(account);
    const mayMove = attempt >= impatientAttempt;
    const victims = [...running].filter((one) => lead(one) >= (heldFor(one) >= pause ? 1 : mayMove ? 2 : Infinity));
    // The sort is stable and `running` is in order of arrival, so the oldest of equal lists is cut.
    const [victim] = victims.sort((a, b) => lead(b) - lead(a) || heldFor(b) - heldFor(a));
    // What goes wrong in closing is told to its reader.
    victim?.cut().catch(() => {});
  }

  function leave(account: AccountId): void {
    free += 1;
    if (takenBy(account) > 1) taken.set(account, takenBy(account) - 1);
    else taken.delete(account);
    if (taken.size === 0) wakeAll();
    const next = waiting.filter((one) => isFreeFor(one.account));
    const fewest = Math.min(...next.map((one) => takenBy(one.account)));
    next.find((one) => takenBy(one.account) === fewest)?.enter();
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
    /** Wraps a reader so that each list takes a slot while it is read. */
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
      await sleep(most, undefined, { signal: ended.signal }).catch(() => {});
      resting.delete(wake);
    },
    /** Sends away everybody who waits. */
    close() {
      for (const { refuse } of waiting) refuse(databaseClosed());
      wakeAll();
    },
  };
}
