import type { AccountId } from "./ids.js";
import type { Instant } from "./instant.js";

/** Runs units of work with the stores that a use case changes. */
export interface Transactions<Stores> {
  /**
   * Runs one atomic unit of work on an account.
   * Units of work on the same account run one at a time and must not be nested.
   *
   * `now` is the start time of the unit of work. It is a whole second and never goes backwards for an account.
   */
  transact<T>(account: AccountId, work: (stores: Stores, now: Instant) => Promise<T>): Promise<T>;
}

/** Reads from the stores that a use case needs. */
export interface Reads<Stores> {
  /** Runs `work` on a consistent snapshot of committed data. */
  read<T>(account: AccountId, work: (stores: Stores) => Promise<T>): Promise<T>;
}
