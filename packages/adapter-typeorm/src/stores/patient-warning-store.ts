import type { PatientWarningStore } from "@repute/domain";
import { patientWarningTable } from "../rows/patient-files.js";
import type { Session } from "../session.js";

const mostRemoved = 500;

/** What was said of the rows of patient files of the account of a unit of work. */
export const typeormPatientWarningStore = (session: Session): PatientWarningStore => ({
  append: (account, file, warnings) =>
    patientWarningTable.append(
      session,
      account,
      warnings.map((warning) => ({ ...warning, file })),
    ),
  async page(account, { file, after, limit }) {
    const rows = await patientWarningTable.find(session, following, [account, file, after, limit]);
    return rows.map(({ id, json }) => ({ id, json }));
  },
  remove: (account, file) => session.run(removal, [account, file]),
});

const following = "account_id = $1 AND file_id = $2 AND id > $3 ORDER BY id LIMIT $4";

const removal = `DELETE FROM patient_warnings WHERE account_id = $1 AND file_id = $2 AND id IN
  (SELECT id FROM patient_warnings WHERE account_id = $1 AND file_id = $2 ORDER BY id LIMIT ${mostRemoved})`;
