import type { Account } from "../foundation/accounts/account.js";
import type { AccountId } from "../foundation/kernel/ids.js";
import type { WidgetDirectory, WidgetStore } from "../subjects/widget/widget-store.js";
import type { AccountState, Draft } from "./account-state.js";

export const memoryWidgetStore = (draft: Draft): WidgetStore => ({
  read: async () => draft.state.widget,
  save: async (_account, widget) => draft.change({ widget }),
  remove: async () => {
    const { widget: _, ...state } = draft.state;
    draft.state = state;
  },
});

export const memoryWidgetDirectory = (
  accounts: ReadonlyMap<AccountId, Account>,
  states: ReadonlyMap<AccountId, AccountState>,
): WidgetDirectory => ({
  async ownerOf(id) {
    const [account] = [...states].find(([, { widget }]) => widget?.id === id) ?? [];
    const owner = account === undefined ? undefined : accounts.get(account);
    return owner && !owner.disabled ? { account: owner.id, name: owner.name } : undefined;
  },
});
