import { setImmediate } from "node:timers/promises";
import type { ImportConnectionStore, Stop, StopStore } from "@repute/domain";
import { importConnectionTable, stopTable } from "../rows/imports.js";
import { slices } from "../rows/slices.js";
import type { Session } from "../session.js";
import { removeTexts } from "./record-store.js";

/** The connections of the account of a unit of work. */
export const typeormImportConnectionStore = (session: Session): ImportConnectionStore => ({
  all: (account) => importConnectionTable.find(session, "account_id = $1 ORDER BY name", [account]),
  save: (account, connections) => importConnectionTable.save(session, account, connections),
  remove: (account, names) => removeTexts(session, "import_connections", "name", account, names),
});

/** The stops of the account of a unit of work. */
export const typeormStopStore = (session: Session): StopStore => ({
  async among(account, contacts) {
    const found: Stop[] = [];
    for (const slice of slices([...new Set(contacts)], () => 1, 500)) {
      found.push(...(await stopTable.find(session, withContacts(session), [account, session.dialect.list(slice)])));
      await setImmediate();
    }
    return found;
  },
  save: (account, stops) => stopTable.save(session, account, stops),
  remove: (account, contacts) => removeTexts(session, "stops", "contact", account, contacts),
});

const withContacts = ({ dialect }: Session): string => `account_id = $1 AND ${dialect.oneOf("contact", "text", "$2")}`;
