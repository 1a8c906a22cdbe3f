import type { AccountStore } from "../../foundation/accounts/account-store.js";
import { eachAccount } from "../../foundation/accounts/each-account.js";
import { byService } from "../../foundation/audit/audit-record.js";
import type { ChangeReader } from "../../foundation/feed/changes.js";
import { currentFingerprint } from "../../foundation/feed/item-fingerprints.js";
import { holdJob, type JobPorts } from "../../foundation/kernel/held-job.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { plus } from "../../foundation/kernel/instant.js";
import { unitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { rebuildFeed, type RebuildPorts } from "./rebuild-feed.js";
import { firstPage, type ListsPosition, renderPages } from "./render-lists.js";

type OutdatedPorts = RebuildPorts &
  JobPorts & {
    readonly storage: {
      readonly feed: Pick<ChangeReader, "state">;
      readonly accounts: AccountStore;
    };
  };

/** Number of accounts to render again, and number of accounts done. */
export type RenderProgress = { readonly done: number; readonly accounts: number };

/** Stops early if `isStopping` returns true. `onProgress` is called before the first account and after each account. */
export type RenderOptions = {
  readonly isStopping?: () => boolean;
  readonly onProgress?: (progress: RenderProgress) => void;
};

/** Maximum duration of a transaction in milliseconds, so that other transactions can run in between. */
const maxTime = 50;

/** Account to render again. `mayContinue` resolves to true if another transaction may begin. */
type Rendering = { readonly account: AccountId; readonly mayContinue: () => Promise<boolean> };

/**
 * Renders all lists of an account again in many transactions.
 * Returns true after the last transaction, which stores the fingerprint.
 * If rendering stops before that, it starts over the next time.
 * Entries without a record stay in the lists.
 */
async function renderInParts({ storage, clock }: RebuildPorts, { account, mayContinue }: Rendering): Promise<boolean> {
  for (let rest: ListsPosition | undefined = firstPage; rest;) {
    if (!(await mayContinue())) return false;
    const from = rest;
    rest = await storage.transact(account, async (stores, now) => {
      const end = plus(clock(), maxTime);
      await stores.feed.keepTimes(account);
      const next = await renderPages(await unitOfWork(stores, account, now), from, () => clock() >= end);
      if (next) return next;
      await stores.audit.append(account, [byService({ at: clock(), action: "rebuild_feed" })]);
      await stores.feed.sweep(account, currentFingerprint);
      return undefined;
    });
  }
  return true;
}

/**
 * Renders all lists with outdated item schemas again, account by account, unless another process does.
 * Returns the number of accounts rendered. After the last account, throws the first error, if any.
 */
export function renderOutdated(ports: OutdatedPorts) {
  const { storage } = ports;
  const rebuild = rebuildFeed(ports, "service");
  const fingerprintOf = async (account: AccountId) => (await storage.feed.state(account)).fingerprint;
  return async ({ isStopping = () => false, onProgress = () => {} }: RenderOptions = {}): Promise<number> => {
    const fingerprints = await eachAccount(storage, ({ id }) => fingerprintOf(id));
    const accounts = fingerprints.filter((one) => one !== currentFingerprint).length;
    if (accounts === 0) return 0;
    const job = await holdJob(ports, "render", ports.clock());
    if (!job) return 0;
    let done = 0;
    onProgress({ done, accounts });
    const mayContinue = async () => !isStopping() && (await job.isHeld());
    await eachAccount(storage, async ({ id }) => {
      const fingerprint = await fingerprintOf(id);
      if (fingerprint === currentFingerprint || !(await mayContinue())) return;
      // Rebuild the lists in one transaction, because requests for missing lists wait for a rebuild anyway.
      if (fingerprint === "") await rebuild(id);
      else if (!(await renderInParts(ports, { account: id, mayContinue }))) return;
      onProgress({ done: ++done, accounts });
    });
    await job.finish();
    return done;
  };
}
