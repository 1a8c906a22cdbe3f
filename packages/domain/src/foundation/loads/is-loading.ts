import type { AccountId } from "../kernel/ids.js";
import type { LoadStore } from "./load-store.js";

/** Store that returns an account's last bundle load. */
export type LastLoad = { readonly loads: Pick<LoadStore, "last"> };

/** True if the account's last accepted bundle load is not completely stored yet. */
export const isLoading = async ({ loads }: LastLoad, account: AccountId): Promise<boolean> =>
  (await loads.last(account))?.isComplete === false;
