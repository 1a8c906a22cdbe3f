import type { RecordStore } from "../../foundation/feed/record-store.js";
import type { CalendarDate } from "../../foundation/kernel/calendar-date.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Spend } from "./spend.js";

/** Store of the costs of campaigns. */
export interface SpendStore extends RecordStore<Spend> {
  /** Returns the campaign costs whose periods overlap a range of days, in any order. Both days are inclusive. */
  within(account: AccountId, from: CalendarDate, to: CalendarDate): Promise<Spend[]>;
}
