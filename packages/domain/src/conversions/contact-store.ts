import type { CalendarDate } from "../kernel/calendar-date.js";
import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { Phone } from "../kernel/phone.js";

/** The earliest contact from a number: of those whose moment is known, and of those whose day alone is. */
export type FirstContact = { readonly at: Instant | null; readonly date: CalendarDate | null };

/** When patients were in touch with the account, by their telephone numbers. */
export interface ContactStore {
  /** The earliest contact of each of these numbers that had one: its first invite, or its first appointment. */
  earliest(account: AccountId, phones: readonly Phone[]): Promise<ReadonlyMap<Phone, FirstContact>>;
}
