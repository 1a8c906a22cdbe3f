import type { AccountId } from "../kernel/ids.js";
import type { LoadStore } from "./load-store.js";

/** Reads the load that an account decided last. */
export type LastLoad = { readonly loads: Pick<LoadStore, "last"> };

/** Whether a load of the account is decided and not complete. */
export const isLoading = async ({ loads }: LastLoad, account: AccountId): Promise<boolean> =>
  (await loads.last(account))?.isComplete === false;
