import type { WithdrawnRow } from "./file-rows.js";
import { contactsOf, type LookUp, sourceKeysOf } from "./known-records.js";
import type { Reading } from "./slot.js";
import { keysOfVisit } from "./visit-keys.js";
import { readVisit } from "./visit.js";
import type { Withdrawal } from "./withdrawal.js";

/** Finds out which appointment and which invites a row withdraws. */
export function withdrawalOf(
  { row, status }: WithdrawnRow,
  { reading, lookUp }: { readonly reading: Reading; readonly lookUp: LookUp },
): Omit<Withdrawal, "isOverruled"> {
  const visit = readVisit(row, reading);
  const keys = keysOfVisit(visit, lookUp.connection.name);
  const visits = [...new Set([keys.invited, keys.visit])].filter((key) => key !== undefined);
  return {
    row: row.row,
    status,
    appointments: [
      ...sourceKeysOf(visit, lookUp),
      ...(keys.visit === undefined ? [] : [{ kind: "visit" as const, value: keys.visit }]),
    ],
    visits,
    at: visit.at,
    patientId: visit.patientId,
    contacts: contactsOf(visit),
  };
}
