import type { AccountId } from "./ids.js";
import type { Instant } from "./instant.js";

/** Runs units of work over the stores that a use case needs. */
export interface Transactions<Stores> {
  /**
   * Runs one atomic unit of work on an account, serialized with the account's other units of work. Must not be nested.
   * `now` is read when the unit of work starts, is a whole second and never goes backwards for an account.
   */
  transact<T>(account: AccountId, work: (stores: Stores, now: Instant) => Promise<T>): Promise<T>;
}

/** Reads from the stores that a use case needs. */
export interface Reads<Stores> {
  /** Runs `work` on a consistent snapshot of committed data. */
  read<T>(account: AccountId, work: (stores: Stores) => Promise<T>): Promise<T>;
}
