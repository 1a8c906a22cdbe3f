import { byOperator } from "../../foundation/audit/audit-record.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Secrets } from "../../foundation/kernel/secrets.js";
import { isLoading } from "../../foundation/loads/is-loading.js";
import type { Suppression } from "../../foundation/suppression/suppression.js";
import { refuseChanged } from "../../foundation/suppression/suppression.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { unitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import type { BundleSource } from "./bundle-source.js";
import type { BundleContents } from "./check-bundle.js";
import type { StoreAny } from "./lines-of.js";
import { linesOf } from "./lines-of.js";
import type { LoadPorts, LoadStores } from "./load-ports.js";
import type { Counts, Tally } from "./load-report.js";
import { addTo, emptyTally, totalOf } from "./load-report.js";
import type { Pass } from "./passes.js";
import { passesOf } from "./passes.js";
import type { RecordKind } from "./record-kinds.js";
import { removal } from "./remove-records.js";
import { storeSmallKinds } from "./small-kinds.js";

/** A bundle that was checked with a suppression list. */
type Checked = {
  readonly source: BundleSource;
  readonly contents: BundleContents;
  readonly suppression: Suppression;
};

/**
 * Stores a whole bundle in one unit of work. Returns `undefined` if a load of a large bundle is unfinished: nothing is
 * stored then.
 */
export function storeWhole(
  { storage, clock, secrets, operator, ...places }: LoadPorts,
  account: AccountId,
  { source, contents, suppression }: Checked,
  onLines: (lines: number) => void,
): Promise<Tally | undefined> {
  return storage.transact(account, async (stores, now) => {
    if (await isLoading(stores, account)) return undefined;
    await refuseChanged(suppression, stores, secrets, account);
    const tally = emptyTally();
    await storeSmallKinds({ stores, account, now, at: clock(), operator }, contents, tally);
    const work = await unitOfWork(stores, account, now);
    const remove = removal(work, contents.deleted, tally.removed, places);
    await remove.first();
    await storeRecords({ work, secrets }, source, contents, tally.changed, onLines);
    await remove.last();
    await stores.audit.append(account, [
      byOperator({ at: clock(), action: "load_bundle", rows: totalOf(tally) }, { operator }),
    ]);
    return tally;
  });
}

/** Reads the bundle again for each pass that applies to it, and stores the lines of that pass chunk by chunk. */
async function storeRecords(
  { work, secrets }: { readonly work: UnitOfWork<LoadStores>; readonly secrets: Secrets },
  source: BundleSource,
  { counts }: BundleContents,
  changed: Counts,
  onLines: (lines: number) => void,
): Promise<void> {
  const passes = passesOf(work, secrets);
  const kindsOf = ({ stores }: Pass) => (Object.keys(stores) as RecordKind[]).filter((kind) => counts.has(kind));
  const due = passes.filter((pass) => kindsOf(pass).length > 0);
  let lines = 0;
  for (const pass of due) {
    for await (const chunk of source.read()) {
      for (const [kind, records] of linesOf(kindsOf(pass), chunk)) {
        const store = pass.stores[kind] as StoreAny;
        addTo(changed, kind, (await store(records)).length);
      }
      lines += chunk.length;
      onLines(Math.floor(lines / due.length));
    }
    await pass.finish?.();
  }
}
