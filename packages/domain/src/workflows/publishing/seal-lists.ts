import type { AccountStore } from "../../foundation/accounts/account-store.js";
import { eachAccount } from "../../foundation/accounts/each-account.js";
import type { FeedSealer, SealOptions } from "../../foundation/feed/sealer.js";
import { base62, numberOf } from "../../foundation/kernel/base62.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Clock } from "../../foundation/kernel/instant.js";
import { minute, plus } from "../../foundation/kernel/instant.js";
import type { Secrets } from "../../foundation/kernel/secrets.js";
import type { JobStore } from "../../foundation/kernel/job-store.js";

type SealPorts = {
  readonly storage: { readonly sealer: FeedSealer; readonly accounts: AccountStore; readonly jobs: JobStore };
  readonly clock: Clock;
  readonly secrets: Secrets;
};

/** Compresses the lists of an account immediately. Returns the number of compressed segments. */
export const sealLists =
  ({ storage }: Pick<SealPorts, "storage">) =>
  (account: AccountId, options: Pick<SealOptions, "onSegment"> = {}): Promise<number> =>
    storage.sealer.seal(account, options);

/**
 * Minimum time between the last change of an account and the compression of its lists.
 * Also the minimum time between two runs of the job.
 */
const rest = minute;

/** Lease duration of the job. Limits how long a process may work on one account. */
const patience = 10 * minute;

/**
 * Compresses the lists of all accounts without changes in the last minute, unless another process does.
 * Returns the number of compressed segments. Stops early if `isStopping` returns true.
 */
export function sealResting({ storage, clock, secrets }: SealPorts) {
  return async (isStopping: () => boolean = () => false): Promise<number> => {
    const [holder, began] = [base62(numberOf(secrets.randomBytes(16)), 22), clock()];
    const take = () =>
      storage.jobs.take("seal", { holder, due: plus(began, -rest), now: clock(), until: plus(clock(), patience) });
    if (!(await take())) return 0;
    const sealed = await eachAccount(storage, async ({ id }) => {
      if (isStopping() || !(await take())) return 0;
      return storage.sealer.seal(id, { restingSince: plus(clock(), -rest), isStopping });
    });
    await storage.jobs.finish("seal", holder, began);
    return sealed.reduce((sum, count) => sum + count, 0);
  };
}
