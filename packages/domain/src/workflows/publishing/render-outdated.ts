import type { AccountStore } from "../../foundation/accounts/account-store.js";
import { eachAccount } from "../../foundation/accounts/each-account.js";
import type { ChangeReader } from "../../foundation/feed/changes.js";
import { currentFingerprint } from "../../foundation/feed/item-fingerprints.js";
import { base62, numberOf } from "../../foundation/kernel/base62.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { minute, plus } from "../../foundation/kernel/instant.js";
import type { JobStore } from "../../foundation/kernel/job-store.js";
import type { Secrets } from "../../foundation/kernel/secrets.js";
import type { RebuildPorts } from "./rebuild-feed.js";
import { rebuildFeed } from "./rebuild-feed.js";

type OutdatedPorts = RebuildPorts & {
  readonly storage: {
    readonly feed: Pick<ChangeReader, "state">;
    readonly accounts: AccountStore;
    readonly jobs: JobStore;
  };
  readonly secrets: Secrets;
};

/** Number of accounts whose lists are rendered again, and how many of them are done. */
export type RenderProgress = { readonly done: number; readonly accounts: number };

/** Stops early if `isStopping` returns true. `onProgress` runs before the first account and after each account. */
export type RenderOptions = {
  readonly isStopping?: () => boolean;
  readonly onProgress?: (progress: RenderProgress) => void;
};

/** Lease of the job: a process may work on one account for this long. */
const patience = 10 * minute;

/**
 * Renders lists again whose items were rendered with other item schemas, account by account, unless another process
 * does. Returns the number of accounts rendered. After the last account, throws the first error, if any.
 */
export function renderOutdated(ports: OutdatedPorts) {
  const { storage, clock, secrets } = ports;
  const rebuild = rebuildFeed(ports, "service");
  const isCurrent = async (account: AccountId) =>
    (await storage.feed.state(account)).fingerprint === currentFingerprint;
  return async ({ isStopping = () => false, onProgress = () => {} }: RenderOptions = {}): Promise<number> => {
    const [holder, began] = [base62(numberOf(secrets.randomBytes(16)), 22), clock()];
    const take = () =>
      storage.jobs.take("render", { holder, due: clock(), now: clock(), until: plus(clock(), patience) });
    const current = await eachAccount(storage, ({ id }) => isCurrent(id));
    const accounts = current.filter((one) => !one).length;
    if (accounts === 0 || !(await take())) return 0;
    let done = 0;
    onProgress({ done, accounts });
    await eachAccount(storage, async ({ id }) => {
      if (isStopping() || (await isCurrent(id)) || !(await take())) return;
      await rebuild(id);
      onProgress({ done: ++done, accounts });
    });
    await storage.jobs.finish("render", holder, began);
    return done;
  };
}
