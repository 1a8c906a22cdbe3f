import type { CalendarDate } from "../kernel/calendar-date.js";
import type { ProviderId } from "../kernel/ids.js";
import type { InviteSearch } from "../invites/invite-search.js";
import type { KeyedVisit } from "./known-records.js";

/** A row of this run that counts, with the id that it was given; `null` where it is not stored. */
export type Earlier = { readonly row: number; readonly id: number | null };

type Invited = Earlier & { readonly date: CalendarDate | null; readonly providerId: ProviderId | null };

/** The invites that a run has scheduled so far, by contact and by patient: a contact gets one a day at most. */
export function inviteMemory() {
  const contacts = new Map<string, Invited[]>();
  const patients = new Map<string, Invited[]>();
  const of = ({ kind, value }: InviteSearch): readonly Invited[] =>
    (kind === "patient" ? patients : contacts).get(value) ?? [];

  return {
    /** What went to the same contact for an appointment on the same local day. */
    onDay: ({ visit: { date }, keys: { contact } }: KeyedVisit): Earlier | undefined =>
      contacts.get(contact?.value ?? "")?.find((one) => one.date === date),
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
      if (contact) append(contacts, contact.value, invited);
      if (visit.patientId !== null) append(patients, visit.patientId, invited);
    },
  };
}

function append(map: Map<string, Invited[]>, key: string, invited: Invited): void {
  const before = map.get(key);
  if (before) before.push(invited);
  else map.set(key, [invited]);
}
