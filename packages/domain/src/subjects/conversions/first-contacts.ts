import type { CalendarDate } from "../../foundation/kernel/calendar-date.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import type { Phone } from "../../foundation/kernel/phone.js";
import type { FirstContact } from "./contact-store.js";

type InviteContact = { readonly phone: Phone | null; readonly sentAt: Instant };
type AppointmentContact = { readonly phones: readonly Phone[]; readonly at: Instant | CalendarDate };

/** Returns the earliest contact with each phone number: the sending of an invite, or an appointment. */
export function firstContacts(
  invites: Iterable<InviteContact>,
  appointments: Iterable<AppointmentContact>,
): ReadonlyMap<Phone, FirstContact> {
  const found = new Map<Phone, FirstContact>();
  const note = (phone: Phone, time: Instant | CalendarDate) => {
    const known = found.get(phone) ?? { at: null, date: null };
    if (typeof time === "string") found.set(phone, { ...known, date: earlier(known.date, time) });
    else found.set(phone, { ...known, at: earlier(known.at, time) });
  };
  for (const { phone, sentAt } of invites) if (phone !== null) note(phone, sentAt);
  for (const { phones, at } of appointments) for (const phone of phones) note(phone, at);
  return found;
}

const earlier = <Time extends Instant | CalendarDate>(known: Time | null, time: Time): Time =>
  known === null || time < known ? time : known;
