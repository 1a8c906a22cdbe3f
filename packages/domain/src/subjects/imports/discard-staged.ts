import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Transactions } from "../../foundation/kernel/storage.js";
import type { StagedRowStore } from "./import-stores.js";

/** Deletes the staged rows of a run that was not saved, in small transactions. */
export async function discardStaged(
  { storage }: { readonly storage: Transactions<{ readonly stagedRows: StagedRowStore }> },
  account: AccountId,
  staging: string,
): Promise<void> {
  const all = Number.MAX_SAFE_INTEGER;
  while ((await storage.transact(account, ({ stagedRows }) => stagedRows.remove(account, staging, all))) > 0);
}
