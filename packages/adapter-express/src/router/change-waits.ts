import { setImmediate } from "node:timers/promises";
import type { AccountId, ChangeQuery, Domain } from "@repute/domain";
import type { RouterOptions } from "../options.js";

/** Maximum number of waiting requests per account. */
const maxWaitsPerAccount = 8;

/** Default maximum number of waiting requests: three quarters of the default maximum number of connections. */
const usualMaxWaits = 1_500;

/** Interval for checking whether work has ended that another process does, in milliseconds. */
const checkMilliseconds = 200;

/** Interval for polling commits made by other processes, in milliseconds. */
const pollMilliseconds = 1_000;

/** Event that a request waits for: changes of lists, or another event, which is checked several times per second. */
export type WaitedFor = { readonly query: ChangeQuery } | { readonly isOver: () => Promise<boolean> };

export type ChangeWait = WaitedFor & {
  readonly seconds: number;
  /** Signal that aborts when the client disconnects. */
  readonly leaving: AbortSignal;
};

/**
 * Returns a function that admits a request to wait for changes in an account, or returns `undefined` if too many
 * requests wait. An admitted request must call the returned function, which resolves when there are changes.
 * It also resolves when the time is up, the client disconnects or the host stops.
 */
export function changeWaits(
  { changes }: Pick<Domain, "changes">,
  { stopping, maxWaits = usualMaxWaits }: Pick<RouterOptions, "stopping" | "maxWaits"> = {},
) {
  const counts = new Map<AccountId, number>();
  const wakers = new Set<() => void>();
  let admitted = 0;
  let polling: NodeJS.Timeout | undefined;
  const wakeAll = () => wakers.forEach((wake) => wake());
  const takeTurn = turns();
  stopping?.addEventListener("abort", wakeAll);

  function count(account: AccountId, change: 1 | -1): void {
    const own = (counts.get(account) ?? 0) + change;
    if (own === 0) counts.delete(account);
    else counts.set(account, own);
    admitted += change;
    // If polling fails, wake all requests. Each request then queries again and reports the error.
    if (admitted > 0) polling ??= setInterval(() => void changes.poll().catch(wakeAll), pollMilliseconds);
    else polling = void clearInterval(polling);
  }

  async function wait(account: AccountId, { seconds, leaving, ...event }: ChangeWait): Promise<void> {
    let isOver = leaving.aborted;
    let wake = () => {};
    const waker = () => wake();
    const end = () => {
      isOver = true;
      wake();
    };
    const timer = setTimeout(end, seconds * 1_000);
    const checking = "isOver" in event ? setInterval(waker, checkMilliseconds) : undefined;
    leaving.addEventListener("abort", end);
    wakers.add(waker);
    const deafen = changes.listen(account, waker);
    try {
      for (;;) {
        // Start listening before the check. Otherwise a change in between could be missed.
        const woken = new Promise<void>((resolve) => (wake = resolve));
        if (isOver || stopping?.aborted || (await hasHappened(account, event))) return;
        await woken;
        await takeTurn();
      }
    } finally {
      clearTimeout(timer);
      clearInterval(checking);
      leaving.removeEventListener("abort", end);
      wakers.delete(waker);
      deafen();
    }
  }

  const hasHappened = (account: AccountId, event: WaitedFor): Promise<boolean> =>
    "query" in event ? changes.hasNews(account, event.query) : event.isOver();

  return (account: AccountId): ((wanted: ChangeWait) => Promise<void>) | undefined => {
    if (admitted >= maxWaits || (counts.get(account) ?? 0) >= maxWaitsPerAccount) return undefined;
    count(account, 1);
    return (wanted) => wait(account, wanted).finally(() => count(account, -1));
  };
}

/**
 * Returns a function that resolves for one caller per iteration of the event loop.
 * Otherwise, requests that wake at the same time would respond in one iteration and delay all others.
 */
function turns(): () => Promise<void> {
  let last = Promise.resolve();
  return () => (last = last.then(() => setImmediate()));
}
