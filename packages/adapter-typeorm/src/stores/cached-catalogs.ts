import type { AccountId, Catalog, CatalogPart } from "@repute/domain";

/** Cached parts of one version of an account's catalog. */
type CachedCatalog = { readonly version: string; readonly parts: Partial<Catalog>; size: number };

/** Cache of catalogs, with the number of characters of their JSON as size. */
export type CachedCatalogs = {
  find<Part extends CatalogPart>(account: AccountId, version: string, part: Part): Catalog[Part] | undefined;
  keep<Part extends CatalogPart>(account: AccountId, version: string, part: Part, records: Catalog[Part]): void;
};

/**
 * Caches catalogs by version. A version is random and is read in the transaction that uses the catalog, so a cached
 * catalog is never older than the transaction's snapshot, even if another process changes the catalog.
 * All accounts share the limit. Evicts the least recently used accounts.
 */
export function cachedCatalogs(maxSize = 8_000_000): CachedCatalogs {
  const accounts = new Map<AccountId, CachedCatalog>();
  let size = 0;

  function forget(account: AccountId): void {
    size -= accounts.get(account)?.size ?? 0;
    accounts.delete(account);
  }

  /** Returns an account's cache entry and marks the account as most recently used. */
  function entryOf(account: AccountId, version: string): CachedCatalog {
    if (accounts.get(account)?.version !== version) forget(account);
    const entry = accounts.get(account) ?? { version, parts: {}, size: 0 };
    accounts.delete(account);
    accounts.set(account, entry);
    return entry;
  }

  return {
    find: (account, version, part) => entryOf(account, version).parts[part],
    keep(account, version, part, records) {
      const entry = entryOf(account, version);
      const more = JSON.stringify(records).length;
      if (entry.parts[part] || more > maxSize) return;
      entry.parts[part] = records;
      entry.size += more;
      size += more;
      for (const oldest of accounts.keys()) {
        if (size <= maxSize) break;
        forget(oldest);
      }
    },
  };
}
