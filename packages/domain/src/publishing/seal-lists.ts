import type { AccountStore } from "../accounts/account-store.js";
import { eachAccount } from "../accounts/each-account.js";
import type { FeedSealer, SealOptions } from "../feed/sealer.js";
import { base62, numberOf } from "../kernel/base62.js";
import type { AccountId } from "../kernel/ids.js";
import type { Clock } from "../kernel/instant.js";
import { minute, plus } from "../kernel/instant.js";
import type { Secrets } from "../kernel/secrets.js";
import type { JobStore } from "../kernel/job-store.js";

type SealPorts = {
  readonly storage: { readonly sealer: FeedSealer; readonly accounts: AccountStore; readonly jobs: JobStore };
  readonly clock: Clock;
  readonly secrets: Secrets;
};

/** Sees to it that all lists of an account are rendered, those too that an earlier version did not know. */
type Rendering = { readonly rendered: (account: AccountId) => Promise<void> };

/** Seals the lists of an account now; returns how many stretches were sealed. */
export const sealLists =
  ({ storage }: Pick<SealPorts, "storage">) =>
  (account: AccountId, options: Pick<SealOptions, "onSegment"> = {}): Promise<number> =>
    storage.sealer.seal(account, options);

/** For so long an account has rested before its lists are sealed, and the job is not done again. */
const rest = minute;

/** For so long a process is believed to be at work on an account. */
const patience = 10 * minute;

/**
 * Seals the lists of all accounts in which nothing was published for a minute, unless another process does it; returns how
 * many stretches were sealed. Lists that an earlier version did not know are rendered first, so that nobody waits for them.
 * It ends early when it is told to.
 */
export function sealResting({ storage, clock, secrets, rendered }: SealPorts & Rendering) {
  return async (isStopping: () => boolean = () => false): Promise<number> => {
    const [holder, began] = [base62(numberOf(secrets.randomBytes(16)), 22), clock()];
    const take = () =>
      storage.jobs.take("seal", { holder, due: plus(began, -rest), now: clock(), until: plus(clock(), patience) });
    if (!(await take())) return 0;
    const sealed = await eachAccount(storage, async ({ id }) => {
      if (isStopping() || !(await take())) return 0;
      await rendered(id);
      return storage.sealer.seal(id, { restingSince: plus(clock(), -rest), isStopping });
    });
    await storage.jobs.finish("seal", holder, began);
    return sealed.reduce((sum, count) => sum + count, 0);
  };
}
