import { randomUUID } from "node:crypto";
import type { AccountId, Catalog, CatalogStore } from "@repute/domain";
import { catalogParts } from "@repute/domain";
import {
  campaignTable,
  groupTable,
  listingTable,
  locationTable,
  messageTable,
  platformTable,
  providerTable,
  surveyTable,
} from "../tables/catalog.js";
import type { Session } from "../engine/session.js";
import { removeIds } from "./record-store.js";

const tables = {
  locations: locationTable,
  providers: providerTable,
  listings: listingTable,
  groups: groupTable,
  platforms: platformTable,
  surveys: surveyTable,
  messages: messageTable,
  campaigns: campaignTable,
};

export function catalogStore(session: Session): CatalogStore {
  return {
    async read(account, ...parts) {
      const read = await Promise.all(parts.map(async (part) => [part, await tables[part].all(session, account)]));
      return Object.fromEntries(read) as Pick<Catalog, (typeof parts)[number]>;
    },
    async save(account, changes) {
      if (isAnything(changes)) await renewVersion(session, account);
      await locationTable.save(session, account, changes.locations ?? []);
      await providerTable.save(session, account, changes.providers ?? []);
      await listingTable.save(session, account, changes.listings ?? []);
      await groupTable.save(session, account, changes.groups ?? []);
      await platformTable.save(session, account, changes.platforms ?? []);
      await surveyTable.save(session, account, changes.surveys ?? []);
      await messageTable.save(session, account, changes.messages ?? []);
      await campaignTable.save(session, account, changes.campaigns ?? []);
    },
    async remove(account, ids) {
      if (isAnything(ids)) await renewVersion(session, account);
      for (const part of catalogParts) await removeIds(session, tables[part], account, ids[part] ?? []);
    },
  };
}

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
