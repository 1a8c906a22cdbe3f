import { byOperator, recordFailure } from "../../foundation/accounts/audit-trail.js";
import { conflict, notFound } from "../../foundation/kernel/domain-error.js";
import type { AccountId, CallId, CallImportId } from "../../foundation/kernel/ids.js";
import { sameValue } from "../../foundation/kernel/json.js";
import type { Ports } from "../../foundation/kernel/storage.js";
import { day, plus } from "../../foundation/kernel/times.js";
import { type UnitOfWork, unitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { type Conversion, conversionId } from "../conversions/conversion.js";
import { storeConversions } from "../conversions/conversions.js";
import {
  type CallChange,
  type CallImport,
  callImportParts,
  type CallImportStore,
  sentValues,
  undoDays,
} from "./call-imports.js";
import { removeCalls } from "./call.js";

export type UndoCallsOptions = {
  /** If true, reports what the undo would change without changing anything. */
  readonly dryRun?: boolean;
};

/** Call that an undo leaves unchanged. `import` is the later import that changed it, or `null` for a bundle. */
export type RemainingCall = { readonly conversion: string; readonly import: number | null };

/** Result of undoing a call import. */
export type UndoneCallImport = {
  readonly import: CallImport;
  /** Number of calls that were removed, because the import had stored them first. */
  readonly removed: number;
  /** Number of calls that have their earlier values again. */
  readonly restored: number;
  readonly remaining: readonly RemainingCall[];
};

/**
 * Undoes a call import in one transaction: new calls are removed, and changed calls get their earlier values. Calls that
 * a later import or a bundle changed stay unchanged. Throws `import_not_found`, `already_undone` and `undo_too_late`.
 */
export function undoCallImport(ports: Ports) {
  return (account: AccountId, id: number, { dryRun = false }: UndoCallsOptions = {}): Promise<UndoneCallImport> => {
    const attempt = { account, action: "undo_call_import", subject: `call import ${id}` };
    const undo = () =>
      ports.storage.transact(account, async (stores, now) => {
        const work = await unitOfWork(stores, account, now);
        const found = await importToUndo(id as CallImportId, work);
        const changes = await changesOf(found.id, work);
        const later = await laterChanges(found.id, changes, work, dryRun);
        const counts = await takeBack([...changes.values()], later, work, dryRun);
        const undone = { ...found, undoneAt: now };
        if (dryRun) return { ...counts, import: undone };
        await stores.callImports.save(account, undone);
        const rows = counts.removed + counts.restored;
        await stores.audit.append(account, [byOperator({ ...attempt, at: ports.clock(), rows }, ports)]);
        return { ...counts, import: undone };
      });
    return dryRun ? undo() : recordFailure(ports, attempt, undo);
  };
}

/** Converts the result of an undo to JSON, as operators and offices see it. */
export const undoneCallsItem = (
  { import: { id }, removed, restored, remaining }: UndoneCallImport,
  dryRun: boolean,
) => ({
  undone: !dryRun,
  import_id: id,
  ...{ removed, restored },
  remaining: remaining.map((call) => ({ conversion_id: call.conversion, changed_by_import: call.import })),
});

async function importToUndo(id: CallImportId, { stores, account, now }: UnitOfWork): Promise<CallImport> {
  const found = await stores.callImports.byId(account, id);
  if (!found) throw notFound("import_not_found", "the account has no import with this id");
  if (found.undoneAt !== null) throw conflict("already_undone", "the import was already undone");
  if (found.at >= plus(now, -undoDays * day)) return found;
  throw conflict("undo_too_late", `the import can no longer be undone, because it is older than ${undoDays} days`);
}

async function changesOf(id: CallImportId, { stores, account }: UnitOfWork): Promise<Map<CallId, CallChange>> {
  const changes = new Map<CallId, CallChange>();
  for await (const part of callImportParts((work) => work(stores, account), id)) {
    for (const change of part.changes) changes.set(change.id, change);
  }
  return changes;
}

/**
 * Returns the later import that first changed each call. The later import gets the earlier values of the call, so that
 * undoing both imports in any order has the same result. A call that a later import stored first has only the same id.
 */
async function laterChanges(
  id: CallImportId,
  changes: Map<CallId, CallChange>,
  { stores, account }: UnitOfWork,
  dryRun: boolean,
): Promise<ReadonlyMap<CallId, CallImportId>> {
  const later = new Map<CallId, CallImportId>();
  for (const after of await importsAfter(id, stores.callImports, account)) {
    const passOn = (change: CallChange): CallChange => {
      const own = later.has(change.id) ? undefined : changes.get(change.id);
      if (!own) return change;
      if (change.before === null) changes.delete(change.id);
      else later.set(change.id, after);
      return sameValue(change.before, own.after) ? { ...change, before: own.before } : change;
    };
    for await (const part of callImportParts((work) => work(stores, account), after)) {
      const passed = part.changes.map(passOn);
      const isSame = passed.every((change, index) => change === part.changes[index]);
      if (!isSame && !dryRun) await stores.callImports.savePart(account, after, { ...part, changes: passed });
    }
  }
  return later;
}

const pageSize = 500;

/** Returns the ids of later imports that were not undone, oldest first. */
async function importsAfter(id: CallImportId, callImports: CallImportStore, account: AccountId) {
  const ids: CallImportId[] = [];
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const page = (await callImports.page(account, before, pageSize)).filter((one) => one.id > id);
    ids.push(...page.flatMap((one) => (one.undoneAt === null ? one.id : [])));
    before = page.at(-1)?.id ?? id;
    if (page.length < pageSize) return ids.reverse();
  }
}

const batch = 1_000;

/** Removes new calls and restores changed calls, in batches. Skips calls that were deleted since. */
async function takeBack(
  changes: readonly CallChange[],
  later: ReadonlyMap<CallId, CallImportId>,
  work: UnitOfWork,
  dryRun: boolean,
): Promise<Omit<UndoneCallImport, "import">> {
  const remaining: RemainingCall[] = [];
  let [removed, restored] = [0, 0];
  for (let start = 0; start < changes.length; start += batch) {
    const some = new Map(changes.slice(start, start + batch).map((change) => [change.id, change]));
    const calls = await work.stores.conversions.byIds(work.account, "call", [...some.keys()]);
    const toRemove: CallId[] = [];
    const toRestore: Conversion[] = [];
    for (const call of calls) {
      const { id, before, after } = some.get(call.id as CallId) as CallChange;
      const isChanged = later.has(id) || !sameValue(sentValues(call), after);
      if (isChanged) remaining.push({ conversion: conversionId(call), import: later.get(id) ?? null });
      else if (before === null) toRemove.push(id);
      else
        toRestore.push({
          ...call,
          ...before,
          campaignId: work.campaigns.find((one) => one.id === before.campaignId)?.id ?? null,
        });
    }
    removed += toRemove.length;
    restored += toRestore.length;
    if (dryRun) continue;
    await removeCalls(toRemove, work);
    await storeConversions(toRestore, work);
  }
  return { removed, restored, remaining };
}
