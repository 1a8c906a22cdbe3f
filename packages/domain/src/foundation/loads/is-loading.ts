import type { AccountId } from "../kernel/ids.js";
import type { LoadStore } from "./load-store.js";

/** Store that returns an account's last bundle load. */
export type LastLoad = { readonly loads: Pick<LoadStore, "last"> };

/** True while a bundle load that the service has decided to store is not yet complete. */
export const isLoading = async ({ loads }: LastLoad, account: AccountId): Promise<boolean> =>
  (await loads.last(account))?.isComplete === false;
