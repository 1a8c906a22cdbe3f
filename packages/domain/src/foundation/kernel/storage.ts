import type { AccountId } from "./ids.js";
import type { Instant } from "./times.js";

// `ports.ts`, which knows all modules, adds the members of the following interfaces.

/**
 * Interfaces through which the domain uses external services such as storage and email.
 * A host application can replace each interface.
 */
export interface Ports {}

/** The stores that a transaction can use. */
export interface Stores {}

/** The stores that use cases can read without a transaction. */
export interface ReadStores {}

/** Runs units of work with the stores that a use case changes. */
export interface Transactions<Used = Stores> {
  /**
   * Runs one atomic unit of work on an account.
   * Units of work on the same account run one at a time and must not be nested.
   *
   * `now` is the start time of the unit of work. It is a whole second and never goes backwards for an account.
   */
  transact<T>(account: AccountId, work: (stores: Used, now: Instant) => Promise<T>): Promise<T>;
}

/**
 * Called in the unit of work from which on a use case will be complete, even after a crash. If it throws, nothing is
 * stored.
 */
export type OnStored<Result> = (stores: Stores, result: Result) => Promise<void>;

/** Reads from the stores that a use case needs. */
export interface Reads<Used = ReadStores> {
  /** Runs `work` on a consistent snapshot of committed data. */
  read<T>(account: AccountId, work: (stores: Used) => Promise<T>): Promise<T>;
}

/** Selects a page of at most `limit` records after an id, in ascending order of id. */
export type IdPage = { readonly after: number; readonly limit: number };

/**
 * Reads pages of records until a page has fewer records than the limit.
 * The function `page` receives the last record of the previous page. Only the first and the last page may be empty.
 */
export async function* pagesAfter<R>(
  limit: number,
  page: (last: R | undefined) => Promise<readonly R[]>,
): AsyncGenerator<readonly R[]> {
  for (let last: R | undefined; ;) {
    const some = await page(last);
    yield some;
    if (some.length < limit) return;
    last = some.at(-1);
  }
}

/** Reads all pages of records in ascending order of id. */
export const pagesOf = <R extends { readonly id: number }>(
  limit: number,
  page: (page: IdPage) => Promise<readonly R[]>,
): AsyncGenerator<readonly R[]> => pagesAfter<R>(limit, (last) => page({ after: last?.id ?? 0, limit }));

/** Iterates over members in order. Fetches the next member while the caller processes the current member. */
export async function* prefetch<T>(members: AsyncIterable<T>): AsyncGenerator<T, void> {
  const all = members[Symbol.asyncIterator]();
  let next = all.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = all.next();
      // Prevent an unhandled rejection. The next iteration throws the error.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await next.catch(() => {});
    await all.return?.();
  }
}

/** Signal that the caller no longer waits for the result, such as an `AbortSignal`. */
export type Cancellation = {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
};
