import type { PatientFilePage, PatientFileStore } from "@repute/domain";
import type { Session } from "../engine/session.js";
import { patientFileTable } from "../tables/patient-files.js";

export const patientFileStore = (session: Session): PatientFileStore => ({
  byId: async (account, id) => (await patientFileTable.find(session, "account_id = $1 AND id = $2", [account, id]))[0],
  page: (account, page) => patientFileTable.find(session, onPage(page), [account, ...valuesOf(page)]),
  withDigest: async (account, digest) => (await patientFileTable.find(session, sameContent, [account, digest]))[0],
  unfinished: (account) => patientFileTable.find(session, unfinished, [account]),
  save: (account, file) => patientFileTable.save(session, account, [file]),
});

const onPage = ({ type }: PatientFilePage): string =>
  `account_id = $1 AND created_at >= $2 AND created_at < $3 AND (created_at, id) < ($4, $5)
    ${type === undefined ? "" : "AND type = $7"} ORDER BY created_at DESC, id DESC LIMIT $6`;

/** Returns the bound values of the statement `onPage`. Without `after`, they select the newest files. */
function valuesOf({ window, type, after, limit }: PatientFilePage): readonly (number | string)[] {
  const bounds = [window.from ?? Number.MIN_SAFE_INTEGER, window.to ?? Number.MAX_SAFE_INTEGER];
  const place = after ? [after.createdAt, after.id] : [Number.MAX_SAFE_INTEGER, 0];
  return [...bounds, ...place, limit, ...(type === undefined ? [] : [type])];
}

const sameContent = "account_id = $1 AND digest = $2 AND status = 'Done' ORDER BY id DESC LIMIT 1";

/** Condition for unfinished patient files. The subquery finds the few unfinished files in an index. */
const unfinished = `account_id = $1 AND id IN
  (SELECT id FROM patient_files WHERE account_id = $1 AND status IN ('Pending', 'Started')) ORDER BY id`;
