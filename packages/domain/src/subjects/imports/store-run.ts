import { byOperator } from "../../foundation/audit/audit-record.js";
import { newBulk } from "../../foundation/feed/keyed-store.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { StoredRun } from "./import-run.js";
import { publishRuns } from "./publish-runs.js";
import { storeBatch } from "./store-batch.js";
import type { StorePorts } from "./store-ports.js";

/**
 * Stores the records of an import run in small transactions, so that other requests do not wait long. Then makes the
 * run visible.
 *
 * Continues where an interrupted attempt ended. Storing the same rows twice has no further effect.
 */
export async function storeRun(
  ports: StorePorts,
  account: AccountId,
  decided: StoredRun,
  onRows: (rows: number) => void,
): Promise<void> {
  const bulk = newBulk();
  let done = 0;
  const onMore = (rows: number) => onRows((done += rows));
  while (await storeBatch(ports, account, decided, bulk, onMore));
  await complete(ports, account, decided);
}

function complete({ storage, clock, operator }: StorePorts, account: AccountId, decided: StoredRun): Promise<void> {
  return storage.transact(account, async (stores, now) => {
    const { importRuns, audit } = stores;
    const stored = (await importRuns.byId(account, decided.run.id)) ?? decided;
    if (stored.isComplete) return;
    await importRuns.save(account, { ...stored, isComplete: true });
    await publishRuns([decided.run], { stores, account, now });
    const { id: importRun, connection, rowsProcessed: rows } = decided.run;
    const event = { at: clock(), action: "import_appointments", rows, origin: { importRun, connection } };
    await audit.append(account, [byOperator(event, { operator })]);
  });
}
