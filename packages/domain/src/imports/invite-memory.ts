import type { CalendarDate } from "../kernel/calendar-date.js";
import type { ProviderId } from "../kernel/ids.js";
import { textTable } from "../kernel/text-table.js";
import type { Earlier } from "./earlier-rows.js";
import { earlierOf, idOf } from "./earlier-rows.js";
import type { KeyedVisit } from "./known-records.js";

/** The invites that a run of so many rows has scheduled so far, by contact and by patient: a contact gets one a day at most. */
export function inviteMemory(rows: number) {
  const contacts = invitesBy(rows);
  const patients = invitesBy(rows);

  return {
    /** What went to the same contact for an appointment on the same local day. */
    onDay: ({ visit: { date }, keys: { contact } }: KeyedVisit): Earlier | undefined =>
      contacts.first(contact?.value ?? "", columns.day, dayOf(date)),
    /** What went to the same contact or patient, of the same provider where the interval is a provider's own. */
    lately({ recent }: KeyedVisit): Earlier | undefined {
      for (const { kind, value, providerId } of recent) {
        const all = kind === "patient" ? patients : contacts;
        const found =
          providerId === undefined ? all.first(value) : all.first(value, columns.provider, providerOf(providerId));
        if (found) return found;
      }
      return undefined;
    },
    keep({ visit, keys: { contact } }: KeyedVisit, id: number | null): void {
      const invited = [visit.row, idOf(id), dayOf(visit.date), providerOf(visit.provider.place?.id ?? null), none];
      if (contact) contacts.add(contact.value, invited);
      if (visit.patientId !== null) patients.add(visit.patientId, invited);
    },
  };
}

/** Behind the row and its id: the day, the provider, and which invite of the same text comes next. */
const columns = { day: 2, provider: 3, next: 4 } as const;
const none = -1;

const dayOf = (date: CalendarDate | null): number => (date === null ? none : Number(date.replaceAll("-", "")));
const providerOf = (id: ProviderId | null): number => id ?? none;

/** Further ones of a text stand under texts that no row has. */
function invitesBy(rows: number) {
  const table = textTable(5, rows);
  let further = 0;

  return {
    /** The first of a text, or the first whose `column` is this number. */
    first(text: string, column?: number, number?: number): Earlier | undefined {
      for (let at = table.find(text); at !== none; at = table.get(at, columns.next)) {
        if (column === undefined || table.get(at, column) === number) return earlierOf(table, at);
      }
      return undefined;
    },
    add(text: string, invited: readonly number[]): void {
      let last = table.find(text);
      if (last === none) {
        table.add(text, ...invited);
        return;
      }
      while (table.get(last, columns.next) !== none) last = table.get(last, columns.next);
      table.set(last, columns.next, table.add(`\0${(further += 1)}`, ...invited));
    },
  };
}
