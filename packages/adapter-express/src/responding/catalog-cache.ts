import type { AccountId, Caller } from "@repute/domain";
import { cacheableResponse } from "./cacheable-response.js";
import { compressed, compressedOnce } from "./encoding.js";

/** Rendered catalog list, with a function that creates its response. */
export type CatalogContent = {
  readonly body: Buffer;
  readonly rows: number;
  readonly respond: ReturnType<typeof cacheableResponse>;
};

/** Creates the content of a catalog list. Compressed copies are created on first use. */
export function catalogContent(body: Buffer, type: string, rows: number): CatalogContent {
  const encoded = compressedOnce(body, compressed);
  const respond = cacheableResponse({ body, type, caching: "private, no-cache", encoded, negotiated: true });
  return { body, rows, respond };
}

type CacheEntry = { readonly version: string; readonly contents: Map<string, CatalogContent>; bytes: number };

const megabyte = 1_048_576;

/**
 * Caches rendered catalog lists by account until the catalog version changes.
 * Evicts the least recently used accounts.
 * Each request has read the current version from the database, so it never gets stale content, even if another process
 * changes the catalog.
 */
export function catalogCache(maxBytes = 16 * megabyte, maxPerAccount = maxBytes / 8) {
  const accounts = new Map<AccountId, CacheEntry>();
  let bytes = 0;

  function forget(account: AccountId): void {
    bytes -= accounts.get(account)?.bytes ?? 0;
    accounts.delete(account);
  }

  /** Returns an account's cache entry and marks the account as most recently used. */
  function cacheEntryOf(account: AccountId, version: string): CacheEntry {
    const known = accounts.get(account);
    if (known?.version !== version) forget(account);
    const entry = accounts.get(account) ?? { version, contents: new Map<string, CatalogContent>(), bytes: 0 };
    accounts.delete(account);
    accounts.set(account, entry);
    return entry;
  }

  function keep(account: AccountId, entry: CacheEntry, name: string, content: CatalogContent): void {
    // Reserve twice the size of the body: once for the body, and once for all of its compressed copies.
    const more = 2 * content.body.length;
    if (accounts.get(account) !== entry || entry.contents.has(name) || entry.bytes + more > maxPerAccount) return;
    entry.contents.set(name, content);
    entry.bytes += more;
    bytes += more;
    for (const oldest of accounts.keys()) {
      if (bytes <= maxBytes) break;
      forget(oldest);
    }
  }

  /** Returns the cached content of a list, or creates and caches it. */
  return async (
    { account, catalogVersion }: Pick<Caller, "account" | "catalogVersion">,
    name: string,
    make: () => Promise<CatalogContent>,
  ): Promise<CatalogContent> => {
    if (catalogVersion === undefined) return make();
    const entry = cacheEntryOf(account, catalogVersion);
    const known = entry.contents.get(name);
    if (known) return known;
    const made = await make();
    keep(account, entry, name, made);
    return made;
  };
}
