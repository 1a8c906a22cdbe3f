import type { SettingsStore } from "../foundation/accounts/account-store.js";
import type { Account } from "../foundation/accounts/account.js";
import { accountNotFound } from "../foundation/accounts/manage-accounts.js";
import type { CatalogStore } from "../foundation/catalog/catalog-store.js";
import { type Catalog, type CatalogPart, catalogParts } from "../foundation/catalog/catalog.js";
import type { AccountId } from "../foundation/kernel/ids.js";
import type { Draft } from "./account-state.js";

type Identified = { readonly id: number };

/** Creates a store that reads and saves settings in a draft. `accountOf` finds the account with an id. */
export function memorySettingsStore(
  draft: Draft,
  accountOf: (account: AccountId) => Account | undefined,
): SettingsStore {
  return {
    async owner(account) {
      const found = accountOf(account);
      if (!found) throw accountNotFound(account);
      return { key: found.key, name: found.name };
    },
    read: async () => draft.state.settings,
    save: async (_account, settings) => draft.change({ settings }),
  };
}

export function memoryCatalogStore(draft: Draft): CatalogStore {
  const change = (parts: readonly (readonly [CatalogPart, readonly Identified[]])[]) =>
    draft.change({
      catalog: Object.fromEntries(parts) as Record<CatalogPart, never>,
      catalogVersion: draft.state.catalogVersion + 1,
    });
  return {
    read: async (_account, ...parts) => {
      const picked = parts.map((part) => [part, draft.state.catalog[part]] as const);
      return Object.fromEntries(picked) as Pick<Catalog, (typeof parts)[number]>;
    },
    save: async (_account, changes) => {
      if (isNothing(changes)) return;
      const merged = catalogParts.map(
        (part) => [part, mergeById<Identified>(draft.state.catalog[part], changes[part] ?? [])] as const,
      );
      change(merged);
    },
    remove: async (_account, ids) => {
      if (isNothing(ids)) return;
      const left = catalogParts.map((part) => {
        const all: readonly Identified[] = draft.state.catalog[part];
        return [part, all.filter(({ id }) => !ids[part]?.includes(id))] as const;
      });
      change(left);
    },
  };
}

const isNothing = (parts: Readonly<Partial<Record<CatalogPart, readonly unknown[]>>>): boolean =>
  Object.values(parts).every(({ length }) => length === 0);

function mergeById<R extends Identified>(before: readonly R[], changes: readonly R[]): readonly R[] {
  if (changes.length === 0) return before;
  const merged = new Map([...before, ...changes].map((record) => [record.id, record]));
  return [...merged.values()].sort((a, b) => a.id - b.id);
}
