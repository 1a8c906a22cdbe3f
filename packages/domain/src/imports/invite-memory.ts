import type { CalendarDate } from "../kernel/calendar-date.js";
import type { ProviderId } from "../kernel/ids.js";
import type { InviteSearch } from "../invites/invite-search.js";
import type { KeyedVisit } from "./known-records.js";

/** A row of this run that counts, with the id that it was given; `null` where it is not stored. */
export type Earlier = { readonly row: number; readonly id: number | null };

type Invited = Earlier & { readonly date: CalendarDate | null; readonly providerId: ProviderId | null };

/** The invites that a run has scheduled so far, by contact and by patient: a contact gets one a day at most. */
export function inviteMemory() {
  const contacts = invitesBy();
  const patients = invitesBy();
  const of = ({ kind, value }: InviteSearch) => (kind === "patient" ? patients : contacts).of(value);

  return {
    /** What went to the same contact for an appointment on the same local day. */
    onDay: ({ visit: { date }, keys: { contact } }: KeyedVisit): Earlier | undefined =>
      contacts.of(contact?.value ?? "").find((one) => one.date === date),
    /** What went to the same contact or patient, of the same provider where the interval is a provider's own. */
    lately({ recent }: KeyedVisit): Earlier | undefined {
      for (const search of recent) {
        const { providerId } = search;
        const found = of(search).find((one) => providerId === undefined || one.providerId === providerId);
        if (found) return found;
      }
      return undefined;
    },
    keep({ visit, keys: { contact } }: KeyedVisit, id: number | null): void {
      const invited = { row: visit.row, id, date: visit.date, providerId: visit.provider.place?.id ?? null };
      if (contact) contacts.add(contact.value, invited);
      if (visit.patientId !== null) patients.add(visit.patientId, invited);
    },
  };
}

/** Most have one invite, which needs no list. */
function invitesBy() {
  const all = new Map<string, Invited | Invited[]>();
  return {
    of: (key: string): readonly Invited[] => [all.get(key) ?? []].flat(),
    add(key: string, invited: Invited): void {
      const before = all.get(key);
      if (Array.isArray(before)) before.push(invited);
      else all.set(key, before ? [before, invited] : invited);
    },
  };
}
