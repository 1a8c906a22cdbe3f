import type { AccountStore } from "../../foundation/accounts/account-store.js";
import { eachAccount } from "../../foundation/accounts/each-account.js";
import { isDomainError } from "../../foundation/kernel/domain-error.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { day, plus } from "../../foundation/kernel/instant.js";
import type { StoringPorts } from "./load-ports.js";
import { discardParts } from "./stage-bundle.js";
import { storeLoad } from "./store-load.js";
import { earlierUnfinishedLoad } from "./unfinished-load.js";

/** Age in milliseconds at which the staged lines of a load are deleted, unless the load was accepted. */
const patience = day;

/**
 * Completes an account's decided load if it is unfinished. Returns whether it was unfinished.
 *
 * Throws `load_unfinished` if storing a part fails for a reason other than the database. The remaining parts stay
 * staged until an operator discards the load.
 */
export async function finishLoad(
  ports: StoringPorts,
  account: AccountId,
  isStopping?: () => boolean,
): Promise<boolean> {
  const load = await ports.storage.read(account, ({ loads }) => loads.last(account));
  if (!load || load.isComplete) return false;
  try {
    await storeLoad(ports, account, load.staging, isStopping && { isStopping });
  } catch (error) {
    throw isDomainError(error) && error.kind === "unavailable" ? error : earlierUnfinishedLoad(error);
  }
  return true;
}

/** Completes the unfinished loads of all accounts, one account at a time. Returns the number of unfinished loads. */
export function finishLoads(ports: StoringPorts & { readonly storage: { readonly accounts: AccountStore } }) {
  return async (isStopping: () => boolean = () => false): Promise<number> => {
    const had = await eachAccount(
      ports.storage,
      async ({ id }) => !isStopping() && (await finishLoad(ports, id, isStopping)),
    );
    return had.filter(Boolean).length;
  };
}

/** Completes a load that was accepted but not stored completely. Also removes lines of loads that were not accepted. */
export async function tidyLoads(ports: StoringPorts, account: AccountId): Promise<void> {
  await finishLoad(ports, account);
  const before = plus(ports.clock(), -patience);
  const names = await ports.storage.read(account, ({ loads }) => loads.abandoned(account, before));
  for (const name of names) await discardParts(ports.storage, account, name);
}
