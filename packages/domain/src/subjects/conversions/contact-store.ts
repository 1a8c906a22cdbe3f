import type { CalendarDate } from "../../foundation/kernel/calendar-date.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import type { Phone } from "../../foundation/kernel/phone.js";

/**
 * Time of the earliest contact with a phone number. `at` covers contacts with a time of day, `date` contacts with only
 * a date.
 */
export type FirstContact = { readonly at: Instant | null; readonly date: CalendarDate | null };

/** Store that finds earlier contacts between a phone number and the account. */
export interface ContactStore {
  /** Returns the earliest invite or appointment per phone number. Omits numbers that have neither. */
  earliest(account: AccountId, phones: readonly Phone[]): Promise<ReadonlyMap<Phone, FirstContact>>;
}
