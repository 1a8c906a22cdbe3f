import { byOperator } from "../../foundation/audit/audit-record.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { isLoading } from "../../foundation/loads/is-loading.js";
import type { LaterStep, LineValues } from "../../foundation/records/line-rules.js";
import { refuseChanged, type Suppression } from "../../foundation/suppression/suppression.js";
import { unitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import type { AnyLoadedType, RecordKind, RecordStores } from "../../subjects/record-types/record-types.js";
import type { BundleSource } from "./bundle-source.js";
import type { BundleContents } from "./check-bundle.js";
import { linesOf } from "./lines-of.js";
import type { LoadPorts } from "./load-ports.js";
import { addTo, type Counts, emptyTally, type Tally, totalOf } from "./load-report.js";
import { storedInOrder } from "./load-steps.js";
import { removal } from "./remove-records.js";
import { storeSmallKinds } from "./small-kinds.js";
import { type LoadWork, runLater, storeLines } from "./store-lines.js";

/** A checked bundle and the suppression list used for the check. */
type Checked = {
  readonly source: BundleSource;
  readonly contents: BundleContents;
  readonly suppression: Suppression;
};

/** Stores a whole bundle in one unit of work. Returns `undefined` and stores nothing if another load is unfinished. */
export function storeWhole(
  ports: LoadPorts,
  account: AccountId,
  { source, contents, suppression }: Checked,
  onLines: (lines: number) => void,
): Promise<Tally | undefined> {
  const { storage, clock, secrets, operator } = ports;
  return storage.transact(account, async (stores, now) => {
    if (await isLoading(stores, account)) return undefined;
    await refuseChanged(suppression, stores, secrets, account);
    const tally = emptyTally();
    await storeSmallKinds({ stores, account, now, at: clock(), operator }, contents, tally);
    const about = { work: await unitOfWork(stores, account, now), host: ports };
    const remove = removal(about, contents.deleted, tally.removed);
    await remove.first();
    await storeRecords(about, source, contents, tally.changed, onLines);
    await remove.last();
    await stores.audit.append(account, [
      byOperator({ at: clock(), action: "load_bundle", rows: totalOf(tally) }, { operator }),
    ]);
    return tally;
  });
}

/**
 * Function that processes the lines of one kind during one reading of the bundle.
 * Returns the number of new and changed records.
 */
type Task = {
  readonly kind: RecordKind;
  readonly take: (lines: readonly LineValues[]) => Promise<number>;
};

/** Reads the bundle once or twice more, and stores its lines chunk by chunk. */
async function storeRecords(
  about: LoadWork,
  source: BundleSource,
  { counts }: BundleContents,
  changed: Counts,
  onLines: (lines: number) => void,
): Promise<void> {
  const { first, second, finishFirst } = readingsOf(
    about,
    storedInOrder.filter(({ kind }) => counts.has(kind)),
  );
  const due = [first, second].filter(({ length }) => length > 0);
  let lines = 0;
  for (const tasks of due) {
    const kinds = tasks.map(({ kind }) => kind);
    for await (const chunk of source.read()) {
      const byKind = new Map(linesOf(kinds, chunk));
      for (const { kind, take } of tasks) addTo(changed, kind, await take(byKind.get(kind) ?? []));
      lines += chunk.length;
      onLines(Math.floor(lines / due.length));
    }
    if (tasks === first) await finishFirst();
  }
}

/** Divides the work into two passes over the bundle, because some types must see all lines before storing any. */
function readingsOf({ work, host }: LoadWork, types: readonly AnyLoadedType[]) {
  const [first, second]: [Task[], Task[]] = [[], []];
  const later = new Map<LaterStep<RecordStores>, unknown[]>();
  for (const type of types) {
    const { kind, lines: rules } = type;
    const storing = rules.storing.begin(host);
    const values: unknown[] = [];
    if (rules.storing.later) later.set(rules.storing.later, values);
    const take = async (lines: readonly LineValues[]) => {
      if (lines.length === 0) return 0;
      const stored = await storeLines(type, storing, lines, work);
      for (const value of stored.later ?? []) values.push(value);
      return stored.count;
    };
    (rules.storing.reading === "first" ? first : second).push({ kind, take });
    const { note } = storing;
    if (note) first.push({ kind, take: async (lines) => (note(lines, work), 0) });
  }
  const finishFirst = async () => {
    for (const [step, values] of later) await runLater(step, values, work);
  };
  return { first, second, finishFirst };
}
