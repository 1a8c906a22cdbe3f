import type { AccountStore } from "../../foundation/accounts/account-store.js";
import { eachAccount } from "../../foundation/accounts/each-account.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { isDomainError } from "../../foundation/kernel/domain-error.js";
import { day, plus } from "../../foundation/kernel/instant.js";
import type { StoringPorts } from "./load-ports.js";
import { discardParts } from "./stage-bundle.js";
import { storeLoad } from "./store-load.js";
import { earlierUnfinishedLoad } from "./unfinished-load.js";

/** Time after which staged lines without a decision are abandoned. */
const patience = day;

/**
 * Completes the load that an account has decided, if it is unfinished. Returns whether it was. Throws `load_unfinished` if
 * storing a part fails for another reason than the database. The rest of the parts stays until an operator discards it.
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

/** Completes the unfinished loads of all accounts, one after the other. Returns the number of accounts that had one. */
export function finishLoads(ports: StoringPorts & { readonly storage: { readonly accounts: AccountStore } }) {
  return async (isStopping: () => boolean = () => false): Promise<number> => {
    const had = await eachAccount(
      ports.storage,
      async ({ id }) => !isStopping() && (await finishLoad(ports, id, isStopping)),
    );
    return had.filter(Boolean).length;
  };
}

/** Completes a decided load, and removes what loads have staged whose process ended before the decision. */
export async function tidyLoads(ports: StoringPorts, account: AccountId): Promise<void> {
  await finishLoad(ports, account);
  const before = plus(ports.clock(), -patience);
  const names = await ports.storage.read(account, ({ loads }) => loads.abandoned(account, before));
  for (const name of names) await discardParts(ports.storage, account, name);
}
