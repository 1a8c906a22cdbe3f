import type { AccountId } from "./ids.js";
import type { Instant } from "./instant.js";

/** Runs units of work over some stores: a use case names the ones that it needs. */
export interface Transactions<Stores> {
  /**
   * One unit of work on one account, serialized with every other one on it; all or nothing. Never nested.
   * `now` is read once the unit of work has its turn, falls on a whole second and never goes backwards on an account.
   */
  transact<T>(account: AccountId, work: (stores: Stores, now: Instant) => Promise<T>): Promise<T>;
}

/** Reads from some stores: a use case names the ones that it needs. */
export interface Reads<Stores> {
  /** Committed data only, one consistent state of it. */
  read<T>(account: AccountId, work: (stores: Stores) => Promise<T>): Promise<T>;
}
