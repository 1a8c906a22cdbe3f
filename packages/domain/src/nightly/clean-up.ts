import type { AccountStore } from "../accounts/account-store.js";
import { eachAccount } from "../accounts/each-account.js";
import { byService } from "../audit/audit-record.js";
import type { AnswerStore } from "../idempotency/answer-store.js";
import { answersKept } from "../idempotency/once.js";
import { base62, numberOf } from "../kernel/base62.js";
import type { Clock, Instant } from "../kernel/instant.js";
import { minute, plus } from "../kernel/instant.js";
import type { Secrets } from "../kernel/secrets.js";
import type { Transactions } from "../kernel/storage.js";
import type { PurgedAccount, RemovalStores } from "../submissions/purge-test-submissions.js";
import { removeTests } from "../submissions/purge-test-submissions.js";
import type { JobStore } from "./job-store.js";

/** For so long a process is believed to be at work on an account; one that died at it keeps others waiting no longer. */
const patience = 10 * minute;

const job = "nightly";

type NightlyPorts = {
  readonly storage: Transactions<RemovalStores & { readonly answers: Pick<AnswerStore, "forget"> }> & {
    readonly accounts: AccountStore;
    readonly jobs: JobStore;
  };
  readonly secrets: Secrets;
  readonly clock: Clock;
};

/**
 * Does what every night has to do for all accounts, unless another process does it or it was done since `due`: removes
 * test submissions, and answers that nobody will ask for again. Answers how many tests there were, by account, or
 * `undefined` when there was nothing to do. It is done when no account has failed.
 */
export function cleanUp({ storage, secrets, clock }: NightlyPorts) {
  return async (due: Instant): Promise<readonly PurgedAccount[] | undefined> => {
    const [holder, began] = [base62(numberOf(secrets.randomBytes(16)), 22), clock()];
    const take = () => storage.jobs.take(job, { holder, due, now: clock(), until: plus(clock(), patience) });
    if (!(await take())) return undefined;
    const purged = await eachAccount(storage, async ({ id, key }) => {
      // Who took so long that another process has gone on with it leaves it to that.
      if (!(await take())) return undefined;
      const removed = await storage.transact(id, async (stores, now) => {
        await stores.answers.forget(id, plus(now, -answersKept));
        return removeTests(stores, id, (rows) => byService({ at: clock(), action: "purge_test_submissions", rows }));
      });
      return { account: key, removed };
    });
    await storage.jobs.finish(job, holder, began);
    return purged.filter((one) => one !== undefined);
  };
}
