import { setImmediate } from "node:timers/promises";
import type { AccountId, Bulk, BulkStore } from "@repute/domain";
import type { Session } from "../engine/session.js";
import { slices } from "../tables/slices.js";
import { type KeyBatch, keyBatch } from "./key-batch.js";
import type { KeyTable } from "./key-table.js";

/** Lookup keys that are buffered for each bulk save, by account. */
const batches = new WeakMap<Bulk, Map<AccountId, KeyBatch>>();

/** Returns the lookup keys of a bulk save that are still in the buffer. */
export function batchOf(bulk: Bulk, account: AccountId): KeyBatch {
  const ofBulk = batches.get(bulk) ?? new Map<AccountId, KeyBatch>();
  batches.set(bulk, ofBulk);
  const batch = ofBulk.get(account) ?? keyBatch(keysAtOnce);
  ofBulk.set(account, batch);
  return batch;
}

/** Maximum number of key rows per unit of work. */
const keysAtOnce = 10_000;

/** Maximum number of records whose keys are gathered without a pause. A larger number would block the event loop. */
const recordsAtOnce = 250;

/** Buffers the lookup keys of records that were saved in bulk. */
export async function gatherKeys<R>(
  bulk: Bulk,
  keyTables: readonly KeyTable<R>[],
  account: AccountId,
  records: readonly R[],
): Promise<void> {
  const batch = batchOf(bulk, account);
  for (const some of slices(records, () => 1, recordsAtOnce)) {
    for (const keys of keyTables) batch.add(keys, keys.rowsOf(account, some));
    await setImmediate();
  }
}

/** Returns the store that writes the keys that bulk saves have buffered. */
export const bulkStore = (session: Session): BulkStore => ({
  async settle(account, bulk) {
    const batch = batchOf(bulk, account);
    const page = batch.next();
    if (!page) return false;
    const adding = page.keys.add(session, account, page.rows);
    // Sort the next rows while the database inserts the current rows.
    const isLeft = batch.prepare();
    await adding;
    return isLeft;
  },
});
