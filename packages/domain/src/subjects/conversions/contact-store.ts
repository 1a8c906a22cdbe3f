import type { CalendarDate } from "../../foundation/kernel/calendar-date.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import type { Phone } from "../../foundation/kernel/phone.js";

/** Earliest contact from a number, separately for contacts with a time and contacts with only a date. */
export type FirstContact = { readonly at: Instant | null; readonly date: CalendarDate | null };

/** Looks up patients' contacts with the account by phone number. */
export interface ContactStore {
  /** Returns the earliest invite or appointment of each number. Numbers without contacts are absent. */
  earliest(account: AccountId, phones: readonly Phone[]): Promise<ReadonlyMap<Phone, FirstContact>>;
}
