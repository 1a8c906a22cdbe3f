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

/** Compresses the lists of an account now. Returns the number of segments compressed. */
export const sealLists =
  ({ storage }: Pick<SealPorts, "storage">) =>
  (account: AccountId, options: Pick<SealOptions, "onSegment"> = {}): Promise<number> =>
    storage.sealer.seal(account, options);

/** Minimum time since the last change before an account's lists are compressed, and between two runs of the job. */
const rest = minute;

/** Lease of the job: a process may work on one account for this long. */
const patience = 10 * minute;

/**
 * Compresses the lists of all accounts without changes for a minute, unless another process does. Returns the number of
 * segments compressed. Stops early if `isStopping` returns true.
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
