import { setImmediate } from "node:timers/promises";
import type { ImportConnectionStore, Stop, StopStore } from "@repute/domain";
import type { Session } from "../engine/session.js";
import { importConnectionTable, stopTable } from "../tables/imports.js";
import { found, lookupTable } from "../tables/lookup-table.js";
import { slices } from "../tables/slices.js";
import { removeTexts } from "./record-store.js";

export const importConnectionStore = (session: Session): ImportConnectionStore => ({
  all: (account) => importConnectionTable.find(session, "account_id = $1 ORDER BY name", [account]),
  save: (account, connections) => importConnectionTable.save(session, account, connections),
  remove: (account, names) => removeTexts(session, "import_connections", "name", account, names),
});

export const stopStore = (session: Session): StopStore => ({
  async among(account, contacts) {
    const stops: Stop[] = [];
    const distinct = [...new Set(contacts)].map((contact) => [contact]);
    for (const slice of slices(distinct, () => 1, 500)) {
      for (const { wanted, since } of await session.query(sinceWhen(session), [account, JSON.stringify(slice)])) {
        stops.push({ contact: wanted, since: since === "" ? null : Number(since) } as Stop);
      }
      await setImmediate();
    }
    return stops;
  },
  save: (account, stops) => stopTable.save(session, account, stops),
  remove: (account, contacts) => removeTexts(session, "stops", "contact", account, contacts),
});

/**
 * Returns a query with one index lookup per contact. If the time of a contact's stop is unknown, it is an empty string.
 */
const sinceWhen = ({ dialect }: Session): string =>
  found(
    "since",
    `SELECT wanted, (SELECT coalesce(CAST(since AS TEXT), '') FROM stops
        WHERE account_id = $1 AND contact = lookup.wanted) AS since
      FROM ${lookupTable(dialect, "$2", { wanted: "text" })}`,
  );
