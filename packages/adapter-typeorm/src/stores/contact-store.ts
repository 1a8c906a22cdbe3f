import { setImmediate } from "node:timers/promises";
import type { ContactStore, Instant, Phone } from "@repute/domain";
import { slices } from "../rows/slices.js";
import type { Session } from "../session.js";

/** When patients were in touch with the account of a unit of work. */
export function typeormContactStore(session: Session): ContactStore {
  return {
    async earliest(account, phones) {
      const found = new Map<Phone, Instant>();
      for (const slice of slices(phones, () => 1)) {
        const rows = await session.query(firstContacts(session), [account, JSON.stringify(slice.map((one) => [one]))]);
        for (const { phone, at } of rows) if (at !== null) found.set(phone as Phone, at as Instant);
        await setImmediate();
      }
      return found;
    },
  };
}

/** One probe of the index a number: a number that many invites went to costs no more than any other. */
const firstContacts = ({ dialect }: Session): string =>
  `SELECT phone, (SELECT sent_at FROM invites WHERE account_id = $1 AND phone = asked.phone ORDER BY sent_at LIMIT 1) AS at
    FROM (SELECT ${dialect.member(0, "text")} AS phone FROM ${dialect.elements("$2")}) AS asked`;
