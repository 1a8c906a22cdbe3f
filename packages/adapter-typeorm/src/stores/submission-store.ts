import { setImmediate } from "node:timers/promises";
import type { Submission, SubmissionStore } from "@repute/domain";
import { submissionKeyText } from "@repute/domain";
import { asked } from "../rows/asked.js";
import { slices } from "../rows/slices.js";
import { submissionTable } from "../rows/conversions.js";
import type { Session } from "../session.js";
import { withOneOf } from "./record-store.js";

/** The online submissions of the account of a unit of work. */
export function typeormSubmissionStore(session: Session): SubmissionStore {
  const byIds: SubmissionStore["byIds"] = (account, ids) => withOneOf(session, submissionTable, account, "id", ids);
  return {
    byIds,
    save: (account, submissions) => submissionTable.save(session, account, submissions.map(withIdentity)),
    async byKeys(account, keys) {
      const ids = new Set<Submission["id"]>();
      const texts = keys.map((key) => [submissionKeyText(key)]);
      for (const slice of slices(texts, () => 1)) {
        const rows = await session.query(ofIdentity(session), [account, JSON.stringify(slice)]);
        for (const { id } of rows) if (id !== null) ids.add(id as Submission["id"]);
        await setImmediate();
      }
      return byIds(account, [...ids]);
    },
    async greatest(account) {
      const [row] = await session.query(greatest, [account]);
      return row?.["id"] as number;
    },
    async removeTests(account) {
      let removed = 0;
      for (let some = 1; some > 0; removed += some) {
        some = await session.run(removal, [account]);
        await setImmediate();
      }
      return removed;
    },
  };
}

const withIdentity = (submission: Submission) => ({ ...submission, identity: submissionKeyText(submission) });

const ofIdentity = ({ dialect }: Session): string =>
  `SELECT (SELECT id FROM submissions WHERE account_id = $1 AND identity = asked.wanted ORDER BY id LIMIT 1) AS id
    FROM ${asked(dialect, "$2", { wanted: "text" })}`;

const greatest = "SELECT coalesce(max(id), 0) AS id FROM submissions WHERE account_id = $1";

const removal = `DELETE FROM submissions WHERE account_id = $1 AND is_test AND id IN
  (SELECT id FROM submissions WHERE account_id = $1 AND is_test LIMIT 250)`;
