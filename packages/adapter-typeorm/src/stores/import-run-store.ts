import type { ImportRunStore, RunPage, StoredRun } from "@repute/domain";
import type { Session } from "../engine/session.js";
import { importRunTable } from "../tables/imports.js";

export function importRunStore(session: Session): ImportRunStore {
  const find = (where: string, values: readonly (string | number)[]) => importRunTable.find(session, where, values);
  return {
    last: async (account) => (await find("account_id = $1 ORDER BY id DESC LIMIT 1", [account]))[0],
    byId: async (account, id) => (await find("account_id = $1 AND id = $2", [account, id]))[0],
    incomplete: (account) => find(interrupted, [account]),
    withDigest: async (account, digest) => (await find(sameFile, [account, digest]))[0],
    page: (account, page) => find(onPage(page), [account, page.before, page.limit, ...daysOf(page)]),
    save: (account, stored: StoredRun) => {
      const { id, isTest, startDate } = stored.run;
      return importRunTable.save(session, account, [{ ...stored, id, isTest, startDate }]);
    },
  };
}

/** SQL condition for incomplete import runs. The subquery finds the few incomplete runs in an index. */
const interrupted = `account_id = $1 AND id IN
  (SELECT id FROM import_runs WHERE account_id = $1 AND is_complete = FALSE) ORDER BY id`;

const sameFile = "account_id = $1 AND digest = $2 AND is_complete ORDER BY id DESC LIMIT 1";

const onPage = ({ tests }: RunPage): string =>
  `account_id = $1 AND id < $2 AND is_complete AND start_date >= $4 AND start_date < $5
    ${tests ? "" : "AND NOT is_test"} ORDER BY id DESC LIMIT $3`;

/**
 * Returns the bounds of the start date.
 * Missing bounds become an empty string and `~`, which sort before and after all dates.
 */
const daysOf = ({ from, to }: RunPage): readonly string[] => [from ?? "", to ?? "~"];
