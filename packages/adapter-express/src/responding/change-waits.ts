import type { AccountId, ChangeQuery, Domain } from "@repute/domain";
import type { Exchange } from "../exchange.js";

/** How many may wait for one account at a time; others are answered at once. */
const mostWaiting = 8;

/** How often it is asked what other processes have committed. */
const pollMilliseconds = 1_000;

/** Those who wait for changes of an account. */
type Waiting = { count: number; readonly wakers: Set<() => void>; stop(): void };

export type ChangeWait = { readonly account: AccountId; readonly query: ChangeQuery; readonly seconds: number };

/** Holds requests until there is something new for them, their time is over, or nobody waits any more. */
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
    // Whoever is woken asks again, and tells of what is wrong.
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
    if (waiting.count >= mostWaiting) return;
    waiting.count += 1;
    const over = AbortSignal.any([
      leaving.signal,
      AbortSignal.timeout(seconds * 1_000),
      ...(stopping ? [stopping] : []),
    ]);
    try {
      for (;;) {
        // It listens before it looks, so that nothing falls between the two.
        const woken = nextWaking(waiting.wakers, over);
        if (over.aborted || (await changes.hasNews(account, query))) return;
        await woken;
      }
    } finally {
      waiting.count -= 1;
      if (waiting.count === 0) {
        waiting.stop();
        accounts.delete(account);
      }
    }
  };
}

/** Resolves when somebody wakes it, or when it is over. */
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
