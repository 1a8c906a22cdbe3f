import { byOperator } from "../audit/audit-record.js";
import type { AccountId } from "../kernel/ids.js";
import type { StoredRun } from "./import-run.js";
import { publishRuns } from "./publish-runs.js";
import { noKeys, storeBatch } from "./store-batch.js";
import type { StorePorts } from "./store-ports.js";

/**
 * Stores what a run has decided, some rows a unit of work, so that nobody waits long for their turn; then the run is
 * there to be seen. Goes on where another attempt ended, however that ended: storing rows twice is storing them once.
 */
export async function storeRun(
  ports: StorePorts,
  account: AccountId,
  decided: StoredRun,
  onRows: (rows: number) => void,
): Promise<void> {
  const keys = noKeys();
  let done = 0;
  const onMore = (rows: number) => onRows((done += rows));
  while (await storeBatch(ports, account, decided, keys, onMore));
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
