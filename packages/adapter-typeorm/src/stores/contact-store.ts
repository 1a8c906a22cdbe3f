import { setImmediate } from "node:timers/promises";
import type { CalendarDate, ContactStore, FirstContact, Instant, Phone } from "@repute/domain";
import type { RawRow, Session } from "../engine/session.js";
import { lookupTable } from "../tables/lookup-table.js";
import { dayOfNumber } from "../tables/moment-or-day.js";
import { slices } from "../tables/slices.js";

/** Returns the store that finds the first contact with each patient. */
export function contactStore(session: Session): ContactStore {
  return {
    async earliest(account, phones) {
      const found = new Map<Phone, FirstContact>();
      for (const slice of slices(phones, () => 1)) {
        const rows = await session.query(firstContacts(session), [account, JSON.stringify(slice.map((one) => [one]))]);
        for (const row of rows) {
          const contact = contactOf(row);
          if (contact.at !== null || contact.date !== null) found.set(row["phone"] as Phone, contact);
        }
        await setImmediate();
      }
      return found;
    },
  };
}

function contactOf({ invited, came, day }: RawRow): FirstContact {
  const moments = [invited, came].filter((moment): moment is Instant => moment !== null);
  const date: CalendarDate | null = day === null ? null : dayOfNumber(day as number);
  return { at: moments.length > 0 ? (Math.min(...moments) as Instant) : null, date };
}

/**
 * Returns a query that makes a few index lookups per phone number.
 * Its cost does not depend on how many invites a phone number received.
 */
function firstContacts({ dialect }: Session): string {
  const came = (form: number) => `(SELECT at FROM appointment_keys
      WHERE account_id = $1 AND kind = 'phone' AND value = lookup.phone AND form = ${form} ORDER BY at LIMIT 1)`;
  return `SELECT phone, (SELECT sent_at FROM invite_keys
      WHERE account_id = $1 AND kind = 'phone' AND value = lookup.phone ORDER BY sent_at LIMIT 1) AS invited, ${came(0)} AS came, ${came(1)} AS day
    FROM ${lookupTable(dialect, "$2", { phone: "text" })}`;
}
