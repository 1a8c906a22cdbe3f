import type { CalendarDate } from "../kernel/calendar-date.js";
import type { RecordStore } from "../feed/record-store.js";
import type { AccountId } from "../kernel/ids.js";
import type { Spend } from "./spend.js";

/** What the campaigns of an account cost. */
export interface SpendStore extends RecordStore<Spend> {
  /** Those of which a day lies between two days, both included, in any order. */
  within(account: AccountId, from: CalendarDate, to: CalendarDate): Promise<Spend[]>;
}
