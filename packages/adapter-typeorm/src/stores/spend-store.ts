import type { SpendStore } from "@repute/domain";
import { spendTable } from "../rows/conversions.js";
import type { Session } from "../session.js";
import { typeormRecordStore } from "./record-store.js";

/** Returns the store of campaign costs for a session. */
export function typeormSpendStore(session: Session): SpendStore {
  return {
    ...typeormRecordStore(session, spendTable),
    within: (account, from, to) =>
      spendTable.find(session, "account_id = $1 AND end_date >= $2 AND start_date <= $3", [account, from, to]),
  };
}
