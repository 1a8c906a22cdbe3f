import type { AccountId } from "../kernel/ids.js";
import type { LoadStore } from "./load-store.js";

/** Reads an account's last decided load. */
export type LastLoad = { readonly loads: Pick<LoadStore, "last"> };

/** True if an account's last decided load is not yet complete. */
export const isLoading = async ({ loads }: LastLoad, account: AccountId): Promise<boolean> =>
  (await loads.last(account))?.isComplete === false;
