import type { AccountId, ChangeQuery, Domain } from "@repute/domain";
import type { Exchange } from "../exchange.js";

/** Maximum number of waiting requests per account. Further requests get an immediate response. */
const maxWaiting = 8;

/** Interval for polling commits made by other processes, in milliseconds. */
const pollMilliseconds = 1_000;

/** Requests that wait for changes in one account. */
type Waiting = { count: number; readonly wakers: Set<() => void>; stop(): void };

export type ChangeWait = { readonly account: AccountId; readonly query: ChangeQuery; readonly seconds: number };

/**
 * Returns a function that delays a request until there are changes.
 * The delay also ends when its time is up, the client disconnects or the host stops.
 */
export function changeWaits({ changes }: Pick<Domain, "changes">, stopping?: AbortSignal) {
  const accounts = new Map<AccountId, Waiting>();

  function begin(account: AccountId): Waiting {
    const wakers = new Set<() => void>();
    const wakeAll = () => [...wakers].forEach((wake) => wake());
    let known: number | undefined;
    const poll = async () => {
      const { revision } = await changes.state(account);
      if (known !== undefined && revision !== known) wakeAll();
      known = revision;
    };
    // If polling fails, wake all requests. Each request then queries again and reports the error.
    const timer = setInterval(() => void poll().catch(wakeAll), pollMilliseconds);
    const deafen = changes.listen(account, wakeAll);
    return {
      count: 0,
      wakers,
      stop() {
        clearInterval(timer);
        deafen();
      },
    };
  }

  return async ({ leaving }: Pick<Exchange, "leaving">, { account, query, seconds }: ChangeWait): Promise<void> => {
    const waiting = accounts.get(account) ?? begin(account);
    accounts.set(account, waiting);
    if (waiting.count >= maxWaiting) return;
    waiting.count += 1;
    const over = endOfWait(seconds, [leaving.signal, ...(stopping ? [stopping] : [])]);
    try {
      for (;;) {
        // Start listening before the check. Otherwise a change in between could be missed.
        const woken = nextWaking(waiting.wakers, over.signal);
        if (over.signal.aborted || (await changes.hasNews(account, query))) return;
        await woken;
      }
    } finally {
      over.clear();
      waiting.count -= 1;
      if (waiting.count === 0) {
        waiting.stop();
        accounts.delete(account);
      }
    }
  };
}

/**
 * Returns a signal that aborts after a number of seconds or when one of the other signals aborts. The
 * function uses a timer, because `AbortSignal.timeout` inside `AbortSignal.any` might not fire after a garbage
 * collection.
 */
function endOfWait(seconds: number, others: readonly AbortSignal[]) {
  const over = new AbortController();
  const end = () => over.abort();
  const timer = setTimeout(end, seconds * 1_000);
  for (const other of others) {
    other.addEventListener("abort", end);
    if (other.aborted) end();
  }
  return {
    signal: over.signal,
    clear() {
      clearTimeout(timer);
      for (const other of others) other.removeEventListener("abort", end);
    },
  };
}

/** Resolves when one of the `wakers` is called, or when the signal aborts. */
function nextWaking(wakers: Set<() => void>, over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      wakers.delete(wake);
      over.removeEventListener("abort", wake);
      resolve();
    };
    wakers.add(wake);
    over.addEventListener("abort", wake, { once: true });
  });
}
