import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { Phone } from "../kernel/phone.js";

/** When patients were in touch with the account, by their telephone numbers. */
export interface ContactStore {
  /** The earliest contact of each of these numbers that had one: when its first invite was sent. */
  earliest(account: AccountId, phones: readonly Phone[]): Promise<ReadonlyMap<Phone, Instant>>;
}
