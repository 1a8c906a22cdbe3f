import { eachAccount, oneByOne } from "../../foundation/accounts/account.js";
import { byOperator, byService } from "../../foundation/accounts/audit-trail.js";
import { catalogParts } from "../../foundation/catalog/catalog.js";
import type { SealOptions } from "../../foundation/feed/feed.js";
import { currentFingerprint } from "../../foundation/feed/item-fingerprints.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { type OnHeld, runJob } from "../../foundation/kernel/jobs.js";
import type { Ports } from "../../foundation/kernel/storage.js";
import { minute, plus } from "../../foundation/kernel/times.js";
import type { CountedRecords, RecordLists, RecordPosition } from "../../foundation/records/record-lists.js";
import { type UnitOfWork, unitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { recordTypes } from "../../subjects/record-types/record-types.js";
import { storeCounts } from "../overview/month-counts.js";
import { publishAccount, publishCatalog } from "./save-catalog.js";

/** Number of records rendered, by kind. */
export type RebuildReport = Readonly<Record<CountedRecords, number>>;

/**
 * Renders every list of an account again from its records, in one transaction.
 * Changed items get the current time as their time of change. Conversions keep their time of change.
 */
export function rebuildFeed({ storage, clock, operator }: Ports, actor: "operator" | "service" = "operator") {
  return (account: AccountId): Promise<RebuildReport> =>
    storage.transact(account, async (stores, now) => {
      const event = { at: clock(), action: "rebuild_feed" };
      await stores.audit.append(account, [actor === "service" ? byService(event) : byOperator(event, { operator })]);
      await stores.feed.mark(account);
      const work = await unitOfWork(stores, account, now);
      const report = await renderEach(work);
      await stores.feed.sweep(account, currentFingerprint);
      return report;
    });
}

async function renderEach(work: UnitOfWork): Promise<RebuildReport> {
  const counts: Partial<Record<CountedRecords, number>> = {};
  for (const { countedAs, renderAgain } of allLists) {
    for (let after: RecordPosition | undefined = []; after;) {
      const { count, next } = await renderAgain(work, after);
      if (countedAs) counts[countedAs] = (counts[countedAs] ?? 0) + count;
      after = next;
    }
  }
  return counts as RebuildReport;
}

/** Renders an account's lists if some of them are missing. Concurrent calls share one rendering. */
export function renderAll(ports: Ports) {
  const rebuild = rebuildFeed(ports);
  const running = new Map<AccountId, Promise<unknown>>();
  return async (account: AccountId): Promise<void> => {
    const { fingerprint } = await ports.storage.feed.state(account);
    if (fingerprint !== "") return;
    const rendering = running.get(account) ?? rebuild(account).finally(() => running.delete(account));
    running.set(account, rendering);
    await rendering;
  };
}

/** Number of accounts to render again, and number of accounts done. */
export type RenderProgress = { readonly done: number; readonly accounts: number };

/** Stops early if `isStopping` returns true. `onProgress` is called before the first account and after each account. */
export type RenderOptions = {
  readonly isStopping?: () => boolean;
  readonly onProgress?: (progress: RenderProgress) => void;
  readonly onHeld?: OnHeld | undefined;
};

/**
 * Renders all lists with outdated item schemas again, account by account, unless another process does.
 * Returns the number of accounts rendered. After the last account, throws the first error, if any.
 */
export function renderOutdated(ports: Ports) {
  const { storage } = ports;
  const rebuild = rebuildFeed(ports, "service");
  const fingerprintOf = async (account: AccountId) => (await storage.feed.state(account)).fingerprint;
  return async ({ isStopping = () => false, onProgress = () => {}, onHeld }: RenderOptions = {}): Promise<number> => {
    const fingerprints = await eachAccount(storage, ({ id }) => fingerprintOf(id));
    const accounts = fingerprints.filter((one) => one !== currentFingerprint).length;
    if (accounts === 0) return 0;
    let done = 0;
    await runJob(ports, { job: "render", due: ports.clock(), onHeld }, async (isHeld) => {
      onProgress({ done, accounts });
      const mayContinue = async () => !isStopping() && (await isHeld());
      await eachAccount(storage, async ({ id }) => {
        const fingerprint = await fingerprintOf(id);
        if (fingerprint === currentFingerprint || !(await mayContinue())) return;
        // Rebuild the lists in one transaction, because requests for missing lists wait for a rebuild anyway.
        if (fingerprint === "") await rebuild(id);
        else if (!(await renderInParts(ports, { account: id, mayContinue }))) return;
        onProgress({ done: ++done, accounts });
      });
    });
    return done;
  };
}

/** Account to render again. `mayContinue` resolves to true if another transaction may begin. */
type Rendering = { readonly account: AccountId; readonly mayContinue: () => Promise<boolean> };

/** Maximum duration of a transaction in milliseconds, so that other transactions can run in between. */
const maxTime = 50;

/**
 * Renders all lists of an account again in many transactions.
 * Returns true after the last transaction, which stores the fingerprint.
 * If rendering stops before that, it starts over the next time.
 * Entries without a record stay in the lists.
 */
async function renderInParts({ storage, clock }: Ports, { account, mayContinue }: Rendering): Promise<boolean> {
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

/** Progress of rendering: the number of finished lists, and the position in the next list. */
type ListsPosition = { readonly list: number; readonly after: RecordPosition };

const firstPage: ListsPosition = { list: 0, after: [] };

/** Renders pages of all lists until `isEnough` returns true. Returns the position of the next page, if any. */
async function renderPages(
  work: UnitOfWork,
  from: ListsPosition,
  isEnough: () => boolean,
): Promise<ListsPosition | undefined> {
  let { list, after } = from;
  for (let lists = allLists[list]; lists; lists = allLists[list]) {
    const { next } = await lists.renderAgain(work, after);
    [list, after] = next ? [list, next] : [list + 1, []];
    if (isEnough()) break;
  }
  return list < allLists.length ? { list, after } : undefined;
}

/** Renders the catalog lists as a single page, because the catalog is stored as a whole. */
const catalog: RecordLists = {
  async renderAgain({ stores, account, now }) {
    await publishCatalog(stores, account, now, await stores.catalog.read(account, ...catalogParts));
    return { count: 0 };
  },
};

/** Renders the list `account`, which has a single row. */
const accountRow: RecordLists = {
  async renderAgain({ stores, account, now }) {
    await publishAccount(stores, account, now);
    return { count: 0 };
  },
};

/** All lists of an account. */
const allLists: readonly RecordLists[] = [accountRow, catalog, ...recordTypes.flatMap(({ lists }) => lists ?? [])];

/** Compresses the lists of an account immediately, and stores their counts. Returns the number of compressed segments. */
export function sealLists(ports: Ports) {
  const store = storeCounts(ports);
  return async (account: AccountId, options: Pick<SealOptions, "onSegment"> = {}): Promise<number> => {
    const count = await ports.storage.sealer.seal(account, options);
    await store(account);
    return count;
  };
}

/**
 * Minimum time between the last change of an account and the compression of its lists.
 * Also the minimum time between two runs of the job.
 */
const rest = minute;

/**
 * Compresses the lists of all accounts without changes in the last minute and stores their counts, unless another
 * process does.
 * Returns the number of compressed segments. Stops early if `isStopping` returns true.
 *
 * Visits an account again only if its feed revision has changed since this process compressed its lists.
 */
export function sealResting(ports: Ports) {
  const { sealer, feed } = ports.storage;
  const store = storeCounts(ports);
  const done = new Map<AccountId, number>();
  return async (isStopping: () => boolean = () => false, onHeld?: OnHeld): Promise<number> => {
    const restingSince = plus(ports.clock(), -rest);
    const all = await feed.revisions();
    const waiting = all.filter(({ account, revision, at }) => at <= restingSince && done.get(account) !== revision);
    if (waiting.length === 0) return 0;
    const sealed = await runJob(ports, { job: "seal", due: restingSince, onHeld }, (isHeld) =>
      oneByOne(waiting, async ({ account, revision }) => {
        if (isStopping() || !(await isHeld())) return 0;
        const count = await sealer.seal(account, { restingSince, isStopping });
        if (!isStopping()) await store(account, isStopping);
        if (!isStopping()) done.set(account, revision);
        return count;
      }),
    );
    return sealed?.reduce((sum, count) => sum + count, 0) ?? 0;
  };
}
