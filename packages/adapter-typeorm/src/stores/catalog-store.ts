import { randomUUID } from "node:crypto";
import type { AccountId, Catalog, CatalogPart, CatalogStore } from "@repute/domain";
import { catalogParts } from "@repute/domain";
import { catalogTables } from "../tables/catalog.js";
import type { Session } from "../engine/session.js";
import { removeIds } from "./record-store.js";

export function catalogStore(session: Session): CatalogStore {
  return {
    async read(account, ...parts) {
      const read = await Promise.all(
        parts.map(async (part) => [part, await catalogTables[part].all(session, account)]),
      );
      return Object.fromEntries(read) as Pick<Catalog, (typeof parts)[number]>;
    },
    async save(account, changes) {
      if (isAnything(changes)) await renewVersion(session, account);
      for (const part of catalogParts) await savePart(session, account, part, changes);
    },
    async remove(account, ids) {
      if (isAnything(ids)) await renewVersion(session, account);
      for (const part of catalogParts) await removeIds(session, catalogTables[part], account, ids[part] ?? []);
    },
  };
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
