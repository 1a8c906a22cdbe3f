import { randomUUID } from "node:crypto";
import { type AccountId, type Catalog, type CatalogPart, catalogParts, type CatalogStore } from "@repute/domain";
import type { Session } from "../engine/session.js";
import { catalogTables } from "../tables/catalog.js";
import type { CachedCatalogs } from "./cached-catalogs.js";
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
