import { oneByOne } from "../../foundation/accounts/each-account.js";
import type { ChangeReader } from "../../foundation/feed/changes.js";
import type { FeedSealer, SealOptions } from "../../foundation/feed/sealer.js";
import { holdJob, type JobPorts } from "../../foundation/kernel/held-job.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { minute, plus } from "../../foundation/kernel/instant.js";

type SealPorts = JobPorts & {
  readonly storage: { readonly sealer: FeedSealer; readonly feed: Pick<ChangeReader, "revisions"> };
};

/** Compresses the lists of an account immediately. Returns the number of compressed segments. */
export const sealLists =
  ({ storage }: { readonly storage: { readonly sealer: FeedSealer } }) =>
  (account: AccountId, options: Pick<SealOptions, "onSegment"> = {}): Promise<number> =>
    storage.sealer.seal(account, options);

/**
 * Minimum time between the last change of an account and the compression of its lists.
 * Also the minimum time between two runs of the job.
 */
const rest = minute;

/**
 * Compresses the lists of all accounts without changes in the last minute, unless another process does.
 * Returns the number of compressed segments. Stops early if `isStopping` returns true.
 *
 * Visits an account again only if its feed revision has changed since this process compressed its lists.
 */
export function sealResting(ports: SealPorts) {
  const { sealer, feed } = ports.storage;
  const done = new Map<AccountId, number>();
  return async (isStopping: () => boolean = () => false): Promise<number> => {
    const restingSince = plus(ports.clock(), -rest);
    const all = await feed.revisions();
    const waiting = all.filter(({ account, revision, at }) => at <= restingSince && done.get(account) !== revision);
    if (waiting.length === 0) return 0;
    const job = await holdJob(ports, "seal", restingSince);
    if (!job) return 0;
    const sealed = await oneByOne(waiting, async ({ account, revision }) => {
      if (isStopping() || !(await job.isHeld())) return 0;
      const count = await sealer.seal(account, { restingSince, isStopping });
      if (!isStopping()) done.set(account, revision);
      return count;
    });
    await job.finish();
    return sealed.reduce((sum, count) => sum + count, 0);
  };
}
