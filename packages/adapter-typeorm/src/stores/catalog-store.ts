import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import {
  type AccountId,
  type Catalog,
  type CatalogPart,
  catalogParts,
  type CatalogStore,
  type ListingMetric,
  type ListingMetricStore,
} from "@repute/domain";
import type { Session } from "../engine.js";
import { isAmong, slices } from "../tables/bound-rows.js";
import { catalogTables, listingMetricTable } from "../tables/catalog.js";
import { removeIds } from "./record-store.js";

/**
 * Returns the store of a transaction. Reads unchanged parts of the catalog from the cache.
 * After the transaction has changed the catalog, it uses the cache no longer.
 */
export function catalogStore(session: Session, cache: CachedCatalogs): CatalogStore {
  let hasChanged = false;

  async function change(account: AccountId, changes: Parameters<typeof isAnything>[0]): Promise<void> {
    if (!isAnything(changes)) return;
    hasChanged = true;
    await renewVersion(session, account);
  }

  async function partOf(account: AccountId, part: CatalogPart, version: string | undefined) {
    const known = version === undefined ? undefined : cache.find(account, version, part);
    if (known) return known;
    const records = await catalogTables[part].all(session, account);
    if (version !== undefined && !hasChanged) cache.keep(account, version, part, records as never);
    return records;
  }

  return {
    async read(account, ...parts) {
      const version = hasChanged ? undefined : await versionOf(session, account);
      const read = await Promise.all(parts.map(async (part) => [part, await partOf(account, part, version)]));
      return Object.fromEntries(read) as Pick<Catalog, (typeof parts)[number]>;
    },
    async save(account, changes) {
      await change(account, changes);
      for (const part of catalogParts) await savePart(session, account, part, changes);
    },
    async remove(account, ids) {
      await change(account, ids);
      for (const part of catalogParts) await removeIds(session, catalogTables[part], account, ids[part] ?? []);
    },
  };
}

/** Returns the version of an account's catalog. Undefined until the first record is stored. */
async function versionOf({ query }: Session, account: AccountId): Promise<string | undefined> {
  const [row] = await query("SELECT version FROM catalog_versions WHERE account_id = $1", [account]);
  return row?.["version"] as string | undefined;
}

const savePart = <Part extends CatalogPart>(
  session: Session,
  account: AccountId,
  part: Part,
  changes: Partial<Pick<Catalog, Part>>,
): Promise<void> => catalogTables[part].save(session, account, changes[part] ?? []);

const isAnything = (parts: Readonly<Partial<Record<keyof Catalog, readonly unknown[]>>>): boolean =>
  Object.values(parts).some(({ length }) => length > 0);

/**
 * Assigns a random version to the catalog. Two states of a catalog never have the same version, even after a restore.
 */
async function renewVersion(session: Session, account: AccountId): Promise<void> {
  const sql = `INSERT INTO catalog_versions (account_id, version) VALUES ($1, $2)
    ON CONFLICT (account_id) DO UPDATE SET version = excluded.version`;
  await session.run(sql, [account, randomUUID()]);
}

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

export function listingMetricStore(session: Session): ListingMetricStore {
  return {
    all(account, page) {
      const { locationId, month, type } = page?.after ?? beforeMetrics;
      const values = [account, locationId, month, type, page?.limit ?? Number.MAX_SAFE_INTEGER];
      return listingMetricTable.find(session, nextMetrics, values);
    },
    async byKeys(account, keys) {
      const found: ListingMetric[] = [];
      const members = keys.map(({ locationId, month, type }) => [locationId, month, type]);
      for (const slice of slices(members, () => 1)) {
        found.push(
          ...(await listingMetricTable.find(session, metricsWithKeys(session), [account, JSON.stringify(slice)])),
        );
        await setImmediate();
      }
      return found;
    },
    ofLocation: (account, location) =>
      listingMetricTable.find(session, "account_id = $1 AND location_id = $2", [account, location]),
    remove: (account, keys) =>
      listingMetricTable.remove(
        session,
        account,
        keys.map((key) => ({ ...key, count: 0 })),
      ),
    save: (account, metrics) => listingMetricTable.save(session, account, metrics),
  };
}

const beforeMetrics = { locationId: 0, month: 0, type: "" };

const nextMetrics = `account_id = $1 AND (location_id, month, metric_type) > ($2, $3, $4)
  ORDER BY location_id, month, metric_type LIMIT $5`;

const monthKeys = { location_id: "integer", month: "integer", metric_type: "text" } as const;

const metricsWithKeys = ({ dialect }: Session): string =>
  isAmong(dialect, { table: "listing_metrics", condition: "account_id = $1", keys: monthKeys }, "$2");
