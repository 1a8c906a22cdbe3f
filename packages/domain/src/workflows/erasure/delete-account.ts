import { anyByKey, closedKey, type DeletedRows, isClosed } from "../../foundation/accounts/account.js";
import { byOperator, byService } from "../../foundation/accounts/audit-trail.js";
import { conflict } from "../../foundation/kernel/domain-error.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Ports } from "../../foundation/kernel/storage.js";
import { isoInstant } from "../../foundation/kernel/times.js";

/** Certificate of a deletion. */
export type AccountDeletion = {
  /** Key under which the audit trail of the account can still be read. */
  readonly key: string;
  readonly deletedAt: string;
  /** Number of deleted rows by table. Omits tables without rows. */
  readonly rows: Readonly<Record<string, number>>;
  /** False if deleted data can still be in the database's write-ahead log. Omitted if the engine does not tell. */
  readonly scrubbed?: boolean;
};

type DeletionOptions = {
  /** Key of the account again, so that nobody deletes an account by mistake. */
  readonly confirm: string;
  /** Receives the number of rows deleted so far. */
  readonly onProgress?: (rows: number) => void;
};

/**
 * Deletes an account with all of its data. Keeps the audit trail, under a new key. From the start, every request and import of
 * the account is refused, and the key can be used again. Throws `account_not_found` and `not_confirmed`.
 *
 * If the deletion is interrupted, a repeated call with the new key or the nightly cleanup completes it.
 */
export function deleteAccount(ports: Ports) {
  const { storage, clock } = ports;
  return async (key: string, { confirm, onProgress }: DeletionOptions): Promise<AccountDeletion> => {
    const account = await anyByKey(ports, key);
    if (confirm !== key) throw conflict("not_confirmed", "the confirmation must be the key of the account");
    const record = byOperator({ at: clock(), action: "delete_account", subject: `account ${key}` }, ports);
    if (!isClosed(account)) await storage.accounts.close(account.id, record);
    const rows = await emptyAccount(ports, account.id, onProgress);
    return {
      ...{ key: isClosed(account) ? key : closedKey(account), deletedAt: isoInstant(clock()), rows },
      ...(storage.scrub && { scrubbed: await storage.scrub() }),
    };
  };
}

/** Completes the deletion of closed accounts whose deletion was interrupted. */
export async function finishDeletions(ports: Ports): Promise<void> {
  for (const { id } of await ports.storage.accounts.closed()) await emptyAccount(ports, id);
}

async function emptyAccount(
  ports: Ports,
  account: AccountId,
  onProgress?: (rows: number) => void,
): Promise<AccountDeletion["rows"]> {
  const { storage, imageStore, uploadFiles, clock } = ports;
  if (imageStore) {
    const users = await storage.read(account, (stores) => stores.users.all(account));
    for (const { id } of users) await imageStore.remove(account, id);
  }
  if (uploadFiles) {
    const waiting = await storage.read(account, ({ uploads }) => uploads.unfinished(account));
    for (const { content } of waiting) await uploadFiles.remove(content);
  }
  const counts: Record<DeletedRows["table"], number> = {};
  let all = 0;
  for await (const { table, rows } of storage.accounts.empty(account)) {
    counts[table] = (counts[table] ?? 0) + rows;
    all += rows;
    onProgress?.(all);
  }
  if (all > 0) await storage.audit.append(account, [byService({ at: clock(), action: "delete_account", rows: all })]);
  return counts;
}
