import type { SettingsStore } from "../../foundation/accounts/account-store.js";
import type { AccountSettings } from "../../foundation/accounts/account.js";
import type { CatalogIds, CatalogStore } from "../../foundation/catalog/catalog-store.js";
import { type Catalog, type CatalogPart, catalogParts } from "../../foundation/catalog/catalog.js";
import { nothingRenamed, renamedBetween } from "../../foundation/catalog/names.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import { sameValue } from "../../foundation/kernel/same-value.js";
import { unitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { spellChannels, type SpellingStores } from "../../subjects/campaigns/spell-channels.js";
import type { RecordStores } from "../../subjects/record-types/record-types.js";
import { publishAccount } from "./publish-account.js";
import { publishCatalog, withdrawCatalog } from "./publish-catalog.js";
import { renderOutdated } from "./render-lists.js";

/** Stores for saving the catalog and the settings. */
export type CatalogStores = RecordStores &
  SpellingStores & { readonly catalog: CatalogStore; readonly settings: SettingsStore };

/** Catalog records to upsert, ids of records to delete, and new settings. */
export type CatalogChanges = {
  readonly records: Partial<Catalog>;
  readonly removed?: CatalogIds;
  readonly settings?: AccountSettings;
};

/** Number of changed and deleted records by part of the catalog, and whether the settings changed. */
export type CatalogOutcome = {
  readonly records: ReadonlyMap<CatalogPart, number>;
  readonly removed: ReadonlyMap<CatalogPart, number>;
  readonly settings: boolean;
};

/**
 * Saves changes to an account's catalog and settings.
 * Renders all items again that show a renamed object or, after a change of the time zone, local times.
 * All changes to locations, providers, groups, platforms, surveys, messages and campaigns use this function.
 * Other records must not refer to the deleted records.
 */
export async function saveCatalog(
  stores: CatalogStores,
  account: AccountId,
  now: Instant,
  { records, removed = {}, settings }: CatalogChanges,
): Promise<CatalogOutcome> {
  const settingsBefore = await stores.settings.read(account);
  const before = await stores.catalog.read(account, ...catalogParts);
  const campaigns = await spellChannels(records.campaigns ?? [], before.campaigns, stores, account);
  const changes = differing({ ...records, campaigns }, before);
  const settingsDiffer = settings !== undefined && !sameValue(settings, settingsBefore);
  if (settingsDiffer) {
    await stores.settings.save(account, settings);
    await publishAccount(stores, account, now);
  }
  await stores.catalog.save(account, Object.fromEntries(changes));
  const deleted = storedAmong(removed, before);
  await stores.catalog.remove(account, Object.fromEntries(deleted));
  const after = await stores.catalog.read(account, ...catalogParts);
  await publishCatalog(stores, account, now, after, new Set([...changes.keys(), ...deleted.keys()]));
  await withdrawCatalog(stores, account, deleted);
  const renamed = renamedBetween(before, after);
  const timeZone = settingsDiffer && settings.timeZone !== settingsBefore.timeZone;
  if (timeZone || !nothingRenamed(renamed)) {
    await renderOutdated(await unitOfWork(stores, account, now), { renamed, timeZone });
  }
  return { records: lengthsOf(changes), removed: lengthsOf(deleted), settings: settingsDiffer };
}

const lengthsOf = (found: ReadonlyMap<CatalogPart, readonly unknown[]>): ReadonlyMap<CatalogPart, number> =>
  new Map([...found].map(([part, { length }]) => [part, length]));

function storedAmong(ids: CatalogIds, before: Catalog): ReadonlyMap<CatalogPart, readonly number[]> {
  const found = new Map<CatalogPart, readonly number[]>();
  for (const part of catalogParts) {
    const requested = new Set(ids[part]);
    const known = before[part].flatMap(({ id }) => (requested.has(id) ? [id] : []));
    if (known.length > 0) found.set(part, known);
  }
  return found;
}

type AnyRecord = { readonly id: number };

/** Returns the records that differ from the stored records, by part of the catalog. */
function differing(records: Partial<Catalog>, before: Catalog): ReadonlyMap<CatalogPart, readonly AnyRecord[]> {
  const changes = new Map<CatalogPart, readonly AnyRecord[]>();
  for (const part of catalogParts) {
    const known = new Map<number, AnyRecord>(before[part].map((one) => [one.id, one]));
    const loaded: readonly AnyRecord[] = records[part] ?? [];
    const different = loaded.filter((one) => !sameValue(one, known.get(one.id)));
    if (different.length > 0) changes.set(part, different);
  }
  return changes;
}
