import type { AccountStore } from "../../foundation/accounts/account-store.js";
import { eachAccount } from "../../foundation/accounts/each-account.js";
import { byService } from "../../foundation/audit/audit-record.js";
import type { ChangeReader } from "../../foundation/feed/changes.js";
import { currentFingerprint } from "../../foundation/feed/item-fingerprints.js";
import { base62, numberOf } from "../../foundation/kernel/base62.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { minute, plus } from "../../foundation/kernel/instant.js";
import type { JobStore } from "../../foundation/kernel/job-store.js";
import type { Secrets } from "../../foundation/kernel/secrets.js";
import { unitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import type { ListsPosition } from "./render-lists.js";
import { firstPage, renderPages } from "./render-lists.js";
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

/** Lease of the job. Renewed for each unit of work. */
const patience = 10 * minute;

/** Milliseconds after which a unit of work ends with the current page, so that other units of work can run. */
const mostTime = 50;

/** Account whose lists are rendered again, and whether another unit of work may begin. */
type Rendering = { readonly account: AccountId; readonly mayContinue: () => Promise<boolean> };

/**
 * Renders all lists of an account again in many units of work. Returns true after the last one, which stores the
 * fingerprint. If the rendering stops before, it starts over the next time. Entries without a record stay in the lists.
 */
async function renderInParts({ storage, clock }: RebuildPorts, { account, mayContinue }: Rendering): Promise<boolean> {
  for (let rest: ListsPosition | undefined = firstPage; rest;) {
    if (!(await mayContinue())) return false;
    const from = rest;
    rest = await storage.transact(account, async (stores, now) => {
      const end = plus(clock(), mostTime);
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
 * Renders lists again whose items were rendered with other item schemas, account by account, unless another process
 * does. Returns the number of accounts rendered. After the last account, throws the first error, if any.
 */
export function renderOutdated(ports: OutdatedPorts) {
  const { storage, clock, secrets } = ports;
  const rebuild = rebuildFeed(ports, "service");
  const fingerprintOf = async (account: AccountId) => (await storage.feed.state(account)).fingerprint;
  return async ({ isStopping = () => false, onProgress = () => {} }: RenderOptions = {}): Promise<number> => {
    const [holder, began] = [base62(numberOf(secrets.randomBytes(16)), 22), clock()];
    const take = () =>
      storage.jobs.take("render", { holder, due: clock(), now: clock(), until: plus(clock(), patience) });
    const fingerprints = await eachAccount(storage, ({ id }) => fingerprintOf(id));
    const accounts = fingerprints.filter((one) => one !== currentFingerprint).length;
    if (accounts === 0 || !(await take())) return 0;
    let done = 0;
    onProgress({ done, accounts });
    const mayContinue = async () => !isStopping() && (await take());
    await eachAccount(storage, async ({ id }) => {
      const fingerprint = await fingerprintOf(id);
      if (fingerprint === currentFingerprint || !(await mayContinue())) return;
      // Requests for missing lists wait for a rebuild of all lists anyway.
      if (fingerprint === "") await rebuild(id);
      else if (!(await renderInParts(ports, { account: id, mayContinue }))) return;
      onProgress({ done: ++done, accounts });
    });
    await storage.jobs.finish("render", holder, began);
    return done;
  };
}
