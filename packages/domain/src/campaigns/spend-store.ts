import type { CalendarDate } from "../kernel/calendar-date.js";
import type { RecordStore } from "../feed/record-store.js";
import type { AccountId } from "../kernel/ids.js";
import type { Spend } from "./spend.js";

/** Store of the campaigns' costs. */
export interface SpendStore extends RecordStore<Spend> {
  /** Returns the spends that overlap a range of days, in any order. Both bounds are inclusive. */
  within(account: AccountId, from: CalendarDate, to: CalendarDate): Promise<Spend[]>;
}
