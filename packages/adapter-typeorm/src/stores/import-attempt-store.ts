import type { ImportAttemptStore } from "@repute/domain";
import type { Session } from "../engine/session.js";
import { importAttemptTable } from "../tables/imports.js";

export const importAttemptStore = (session: Session): ImportAttemptStore => ({
  byId: async (account, id) =>
    (await importAttemptTable.find(session, "account_id = $1 AND id = $2", [account, id]))[0],
  page: (account, { before, limit }) =>
    importAttemptTable.find(session, "account_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3", [account, before, limit]),
  unfinished: (account) => importAttemptTable.find(session, unfinished, [account]),
  save: (account, attempt) => importAttemptTable.save(session, account, [attempt]),
});

const unfinished = `account_id = $1 AND id IN
  (SELECT id FROM import_attempts WHERE account_id = $1 AND status IN ('running', 'failed')
    AND (status = 'running' OR run_id IS NOT NULL)) ORDER BY id`;
