import type { IdReader, NumberedKind } from "@repute/domain";
import type { Session } from "../engine/session.js";

export const idReader = (session: Session): IdReader => ({
  async greatest(account, kind) {
    let greatest = 0;
    for (const rows of rowsOf[kind]) {
      const highest = `SELECT id FROM ${rows} ORDER BY id DESC LIMIT 1`;
      for (const { id } of await session.query(highest, [account])) greatest = Math.max(greatest, Number(id));
    }
    return greatest;
  },
});

/** For each kind of record, the ends of the SELECT statements that read its ids. */
const rowsOf: Readonly<Record<NumberedKind, readonly string[]>> = {
  appointments: ["appointments WHERE account_id = $1"],
  calls: ["call_names WHERE account_id = $1", "conversions WHERE account_id = $1 AND kind = 'call'"],
  importAttempts: ["import_attempts WHERE account_id = $1"],
  invites: ["invites WHERE account_id = $1"],
  patientFiles: ["patient_files WHERE account_id = $1"],
  submissions: ["submissions WHERE account_id = $1"],
};
