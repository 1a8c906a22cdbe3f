import { type Catalog, catalogParts } from "../../foundation/catalog/catalog.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import { sameValue } from "../../foundation/kernel/same-value.js";
import { isLoading } from "../../foundation/loads/is-loading.js";
import type { PartPlace } from "../../foundation/loads/load-store.js";
import { readSuppression, type Suppression } from "../../foundation/suppression/suppression.js";
import { unitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import type { BundleContents } from "./check-bundle.js";
import { lineChecks } from "./check-lines.js";
import type { DeletedRecords } from "./deleted-records.js";
import { checkedLine } from "./lines-of.js";
import type { LoadPorts, LoadStores } from "./load-ports.js";
import { emptyTally, type Tally } from "./load-report.js";
import { beginEach, decidedTypes, isDecided, readPart, runStep } from "./load-steps.js";
import { removeLast } from "./remove-records.js";
import { storeSmallKinds } from "./small-kinds.js";
import type { Staging } from "./stage-bundle.js";
import type { LoadWork } from "./store-lines.js";

/** A checked bundle, the catalog and suppression list used for the check, and the staged lines. */
type Checked = {
  readonly contents: BundleContents;
  readonly catalog: Catalog;
  readonly suppression: Suppression;
  readonly staging: Staging;
};

type Work = { readonly stores: LoadStores; readonly account: AccountId; readonly now: Instant };

/**
 * Decides in one unit of work that a staged load will be stored. Returns `false` if the check is outdated.
 *
 * Stores the lines that can still be rejected (settings, catalog and users), and reserves the account's load slot.
 * Stores nothing if the check is outdated: another load or an import is unfinished, the catalog changed, the bundle's
 * users conflict with a changed user, or a person was erased.
 */
export function decideLoad(
  ports: LoadPorts,
  account: AccountId,
  { contents, catalog, suppression, staging }: Checked,
): Promise<boolean> {
  const { storage, clock, secrets, operator } = ports;
  return storage.transact(account, async (stores, now) => {
    const work = { stores, account, now };
    if (await isOutdated(work, catalog, staging)) return false;
    // If a person was erased after the check, lines about this person must not be stored.
    if ((await readSuppression(stores, secrets, account)).version !== suppression.version) return false;
    if (await areRefused(work, staging.name, contents.deleted)) return false;
    const tally = emptyTally();
    await storeSmallKinds({ ...work, at: clock(), operator }, contents, tally);
    const about = { work: await unitOfWork(stores, account, now), host: ports };
    await storeDecided(about, stores, staging.name, tally);
    await removeLast(about, contents.deleted, tally.removed);
    const [changed, removed] = [Object.fromEntries(tally.changed), Object.fromEntries(tally.removed)];
    await stores.loads.save(account, {
      staging: staging.name,
      isComplete: false,
      isDiscarded: false,
      changed,
      removed,
    });
    return true;
  });
}

async function isOutdated({ stores, account }: Work, checked: Catalog, staging: Staging): Promise<boolean> {
  const { loads, importRuns, catalog } = stores;
  if (await isLoading(stores, account)) return true;
  if ((await importRuns.incomplete(account)).length > 0) return true;
  if ((await loads.count(account, staging.name)) !== staging.parts()) return true;
  return !sameValue(await catalog.read(account, ...catalogParts), checked);
}

/** When the load is accepted, checks its stored lines again. Returns true if a line has a new problem. */
async function areRefused({ stores, account }: Work, staging: string, deleted: DeletedRecords): Promise<boolean> {
  let isRefused = false;
  const report = () => {
    isRefused = true;
  };
  const checks = lineChecks(decidedTypes);
  for (const { kind } of decidedTypes) {
    for (const values of deleted.named(kind)) checks.note({ line: 0, kind, values, isDeletion: true }, report);
  }
  for await (const { body } of decidedParts(stores, account, staging)) {
    for (const line of readPart(body)) checks.note(checkedLine(line), report);
  }
  await checks.finish(
    (read) => read(stores, account),
    () => undefined,
    report,
  );
  return isRefused;
}

async function storeDecided(about: LoadWork, { loads }: Pick<LoadStores, "loads">, staging: string, tally: Tally) {
  const { account } = about.work;
  const storingOf = beginEach(about.host);
  for await (const part of decidedParts({ loads }, account, staging)) {
    await runStep(part, { ...about, storing: storingOf(part.step) }, tally);
    await loads.remove(account, staging, part);
  }
}

/** Reads the staged parts that belong in the transaction that accepts the load. */
async function* decidedParts({ loads }: Pick<LoadStores, "loads">, account: AccountId, staging: string) {
  for (let after: PartPlace | undefined; ;) {
    const part = await loads.next(account, staging, after);
    if (!part || !isDecided(part.step)) return;
    yield part;
    after = part;
  }
}
