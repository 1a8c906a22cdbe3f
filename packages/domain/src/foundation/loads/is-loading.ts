import type { AccountId } from "../kernel/ids.js";
import type { LoadStore } from "./load-store.js";

/** Reads the load that was decided last for an account. */
export type LastLoad = { readonly loads: Pick<LoadStore, "last"> };

/** True if a load of the account is decided but not yet complete. */
export const isLoading = async ({ loads }: LastLoad, account: AccountId): Promise<boolean> =>
  (await loads.last(account))?.isComplete === false;
