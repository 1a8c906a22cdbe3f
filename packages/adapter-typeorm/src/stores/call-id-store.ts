import { setImmediate } from "node:timers/promises";
import type { CallIdStore, CallName } from "@repute/domain";
import type { Session } from "../engine/session.js";
import { callNameTable } from "../tables/conversions.js";
import { isAmong } from "../tables/lookup-table.js";
import { slices } from "../tables/slices.js";
import { removeIds } from "./record-store.js";

/** Returns the store of call ids. Call trackers identify a call by a name, and Repute assigns an id to each name. */
export function callIdStore(session: Session): CallIdStore {
  return {
    async byNames(account, tracker, names) {
      const found: CallName[] = [];
      for (const slice of slices(names, ({ length }) => length)) {
        const values = [account, tracker, JSON.stringify(slice.map((name) => [name]))];
        const known = await callNameTable.find(session, withNames(session), values);
        found.push(...known.map(({ name, id }) => ({ name, id })));
        await setImmediate();
      }
      return found;
    },
    add: (account, tracker, names) =>
      callNameTable.save(
        session,
        account,
        names.map((name) => ({ ...name, tracker })),
      ),
    remove: (account, ids) => removeIds(session, callNameTable, account, ids),
  };
}

const withNames = ({ dialect }: Session): string =>
  isAmong(
    dialect,
    { table: "call_names", condition: "account_id = $1 AND tracker = $2", keys: { name: "text" } },
    "$3",
  );
