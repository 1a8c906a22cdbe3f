import type { SpendStore } from "@repute/domain";
import type { Session } from "../engine/session.js";
import { spendTable } from "../tables/conversions.js";
import { recordStore } from "./record-store.js";

/** Returns the store of campaign costs. */
export function spendStore(session: Session): SpendStore {
  return {
    ...recordStore(session, spendTable),
    within: (account, from, to) =>
      spendTable.find(session, "account_id = $1 AND end_date >= $2 AND start_date <= $3", [account, from, to]),
  };
}
