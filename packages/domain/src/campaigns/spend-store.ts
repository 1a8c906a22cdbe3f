import type { CalendarDate } from "../kernel/calendar-date.js";
import type { AccountId, SpendId } from "../kernel/ids.js";
import type { Spend } from "./spend.js";

/** What the campaigns of an account cost. */
export interface SpendStore {
  /** Those that exist, in any order; never another account's. */
  byIds(account: AccountId, ids: readonly SpendId[]): Promise<Spend[]>;
  /** Those of which a day lies between two days, both included, in any order. */
  within(account: AccountId, from: CalendarDate, to: CalendarDate): Promise<Spend[]>;
  /** Inserts spends, or replaces those with the same id. */
  save(account: AccountId, spends: readonly Spend[]): Promise<void>;
}
