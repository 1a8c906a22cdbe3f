import {
  idsIn,
  type LaterStep,
  type LineValues,
  type StoreResult,
  type Storing,
} from "../../foundation/records/line-rules.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import {
  type AnyLoadedType,
  followersOf,
  type RecordHost,
  type RecordStores,
  recordTypes,
} from "../../subjects/record-types/record-types.js";

/** Transaction in which a bundle is loaded, with the stores of all record types. */
export type LoadWork = { readonly work: UnitOfWork<RecordStores>; readonly host: RecordHost };

/** Stores lines of a record type, and updates the dependent records in the lists. */
export async function storeLines(
  { kind }: AnyLoadedType,
  storing: Storing<RecordStores>,
  lines: readonly LineValues[],
  work: UnitOfWork<RecordStores>,
): Promise<StoreResult> {
  for (const { protect } of recordTypes) await protect?.(kind, idsIn(lines), work);
  const stored = await storing.store(lines, work);
  for (const { renderOf } of followersOf(kind)) await renderOf(stored.ids ?? [], work);
  return stored;
}

/** Deletes the records that deletion lines identify, and unlinks the records that depend on them. */
export async function removeLines(
  { kind, lines: { removing } }: AnyLoadedType,
  keys: readonly LineValues[],
  { work, host }: LoadWork,
): Promise<StoreResult> {
  const removed = await removing.remove(keys, work, host);
  for (const { release } of followersOf(kind)) await release(removed.ids ?? [], work);
  return removed;
}

/** Runs a later step with the values that earlier steps returned. */
export const runLater = (
  { run }: LaterStep<RecordStores>,
  values: readonly unknown[],
  work: UnitOfWork<RecordStores>,
): Promise<void> => run(values as readonly never[], work);
