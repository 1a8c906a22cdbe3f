import { setImmediate } from "node:timers/promises";
import type { PatientWarningStore } from "@repute/domain";
import type { Session } from "../engine/session.js";
import { patientWarningTable } from "../tables/patient-files.js";
import { slices } from "../tables/slices.js";

export const patientWarningStore = (session: Session): PatientWarningStore => ({
  append: (account, file, warnings) =>
    patientWarningTable.append(
      session,
      account,
      warnings.map((warning) => ({ ...warning, file })),
    ),
  async page(account, { file, after, limit }) {
    const rows = await patientWarningTable.find(session, following, [account, file, after, limit]);
    await setImmediate();
    return rows.map(({ id, json }) => ({ id, json }));
  },
  async remove(account, file, ids) {
    const some = session.dialect.oneOf("id", "integer", "$3");
    const sql = `DELETE FROM patient_warnings WHERE account_id = $1 AND file_id = $2 AND ${some}`;
    for (const slice of slices(ids, () => 1)) {
      await session.run(sql, [account, file, session.dialect.list(slice)]);
      await setImmediate();
    }
  },
});

const following = "account_id = $1 AND file_id = $2 AND id > $3 ORDER BY id LIMIT $4";
