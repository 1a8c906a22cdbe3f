import { setImmediate } from "node:timers/promises";
import { type Submission, submissionKeyText, type SubmissionStore } from "@repute/domain";
import type { Session } from "../engine/session.js";
import { submissionTable } from "../tables/conversions.js";
import { idsByText } from "./found-ids.js";
import { recordStore } from "./record-store.js";

export function submissionStore(session: Session): SubmissionStore {
  const { byIds, remove, page } = recordStore<Submission>(session, submissionTable);
  return {
    byIds,
    remove,
    page,
    save: (account, submissions) => submissionTable.save(session, account, submissions.map(withIdentity)),
    async byKeys(account, keys) {
      const ids = await idsByText(session, "submissions", "identity", account, keys.map(submissionKeyText));
      return byIds(account, [...ids] as Submission["id"][]);
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

const removal = `DELETE FROM submissions WHERE account_id = $1 AND is_test AND id IN
  (SELECT id FROM submissions WHERE account_id = $1 AND is_test LIMIT 250)`;
