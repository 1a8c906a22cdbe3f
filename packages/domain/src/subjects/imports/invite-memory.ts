import type { CalendarDate } from "../../foundation/kernel/calendar-date.js";
import type { ProviderId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import { textTable } from "../../foundation/kernel/text-table.js";
import { type Earlier, earlierOf, idOf } from "./earlier-rows.js";
import type { KeyedVisit } from "./known-records.js";

/** Invite that an earlier row of the same file has scheduled. */
export type EarlierInvite = Earlier & { readonly plannedAt: Instant };

/**
 * Creates an index of the invites that the rows of a file have scheduled, by contact and by patient. Used to invite a
 * contact at most once per day. `rows` is the number of rows in the file.
 */
export function inviteMemory(rows: number) {
  const contacts = invitesBy(rows);
  const patients = invitesBy(rows);

  return {
    /** Returns an earlier invite to the same contact for an appointment on the same local date. */
    onDay({ visit: { date }, keys: { contact } }: KeyedVisit): EarlierInvite | undefined {
      const day = dayOf(date);
      return contacts.first(contact?.value ?? "", (column) => column("day") === day);
    },
    /**
     * Returns an earlier invite to the same contact or patient within the minimum interval. If the interval applies per
     * provider, only returns invites for the same provider.
     */
    withinInterval({ recent }: KeyedVisit): EarlierInvite | undefined {
      for (const { kind, value, providerId, after, until } of recent) {
        const found = (kind === "patient" ? patients : contacts).first(value, (column) => {
          const plannedAt = column("plannedAt");
          const isNear = plannedAt > after && plannedAt <= until;
          return isNear && (providerId === undefined || column("provider") === providerOf(providerId));
        });
        if (found) return found;
      }
      return undefined;
    },
    keep({ visit, keys: { contact }, plannedAt }: KeyedVisit, id: number | null): void {
      const provider = providerOf(visit.provider.place?.id ?? null);
      const invited = [visit.row, idOf(id), dayOf(visit.date), provider, plannedAt, none];
      if (contact) contacts.add(contact.value, invited);
      if (visit.patientId !== null) patients.add(visit.patientId, invited);
    },
  };
}

/**
 * Columns of the index after the row number and the id.
 * `next` is the position of the next invite with the same key.
 */
const columns = { day: 2, provider: 3, plannedAt: 4, next: 5 } as const;
const none = -1;

type Column = (name: "day" | "provider" | "plannedAt") => number;

const dayOf = (date: CalendarDate | null): number => (date === null ? none : Number(date.replaceAll("-", "")));
const providerOf = (id: ProviderId | null): number => id ?? none;

/**
 * Creates an index of invites by key. If a key has several invites, the further invites are stored under generated keys
 * that no row has.
 */
function invitesBy(rows: number) {
  const table = textTable(6, rows);
  let further = 0;

  return {
    first(text: string, isMatch: (column: Column) => boolean): EarlierInvite | undefined {
      for (let at = table.find(text); at !== none; at = table.get(at, columns.next)) {
        const column: Column = (name) => table.get(at, columns[name]);
        if (isMatch(column)) return { ...earlierOf(table, at), plannedAt: column("plannedAt") as Instant };
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
