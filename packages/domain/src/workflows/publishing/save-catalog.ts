import {
  type Account,
  type AccountSettings,
  createAccount,
  type CreatePorts,
  type NewAccount,
} from "../../foundation/accounts/account.js";
import { catalogLists } from "../../foundation/catalog/catalog-items.js";
import { type Catalog, type CatalogIds, type CatalogPart, catalogParts } from "../../foundation/catalog/catalog.js";
import { nothingRenamed, renamedBetween } from "../../foundation/catalog/names.js";
import type { FeedEntry } from "../../foundation/feed/feed.js";
import { type FeedStores, type Outdated, plainEntry } from "../../foundation/feed/publication.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { sameValue } from "../../foundation/kernel/json.js";
import { decimalText } from "../../foundation/kernel/numbers.js";
import type { Ports, Stores } from "../../foundation/kernel/storage.js";
import type { Instant } from "../../foundation/kernel/times.js";
import type { RecordPosition } from "../../foundation/records/record-lists.js";
import { type UnitOfWork, unitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { spellChannels } from "../../subjects/campaigns/campaigns.js";
import { followersOf, recordTypes } from "../../subjects/record-types/record-types.js";
import { answerKeysToKeep } from "../../subjects/surveys/survey-response.js";

/** Catalog records to upsert, ids of records to delete, and new settings. */
type CatalogChanges = {
  readonly records: Partial<Catalog>;
  readonly removed?: CatalogIds;
  readonly settings?: AccountSettings;
};

/** Number of changed and deleted records by part of the catalog, and whether the settings changed. */
type CatalogOutcome = {
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
  stores: Stores,
  account: AccountId,
  now: Instant,
  { records, removed = {}, settings }: CatalogChanges,
): Promise<CatalogOutcome> {
  const settingsBefore = await stores.settings.read(account);
  const before = await stores.catalog.read(account, ...catalogParts);
  const campaigns = await spellChannels(records.campaigns ?? [], before.campaigns, stores, account);
  const answerKeys = answerKeysToKeep(records.surveys ?? [], before);
  const changes = differing({ ...records, campaigns, answerKeys }, before);
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

function storedAmong(ids: CatalogIds, before: Catalog): ReadonlyMap<CatalogPart, readonly number[]> {
  const found = new Map<CatalogPart, readonly number[]>();
  for (const part of catalogParts) {
    const requested = new Set(ids[part]);
    const known = before[part].flatMap(({ id }) => (requested.has(id) ? [id] : []));
    if (known.length > 0) found.set(part, known);
  }
  return found;
}

const lengthsOf = (found: ReadonlyMap<CatalogPart, readonly unknown[]>): ReadonlyMap<CatalogPart, number> =>
  new Map([...found].map(([part, { length }]) => [part, length]));

type CatalogList = keyof typeof catalogLists;

type Item = { readonly id: number };

type Rendered = { readonly from: readonly CatalogPart[]; items(catalog: Catalog): readonly Item[] };

const lists = Object.entries<Rendered>(catalogLists) as [CatalogList, Rendered][];

/** Publishes the catalog lists that depend on a changed part, or all catalog lists if `changed` is omitted. */
export async function publishCatalog(
  { feed }: FeedStores,
  account: AccountId,
  now: Instant,
  catalog: Catalog,
  changed?: ReadonlySet<CatalogPart>,
): Promise<void> {
  for (const [list, { from, items }] of lists) {
    if (changed && !from.some((part) => changed.has(part))) continue;
    const entries = items(catalog).map((item): FeedEntry => plainEntry({ id: item.id, item }, now));
    await feed.publish(account, list, entries);
    if (list !== "surveys-list") continue;
    // Remove platforms that are no longer marked as surveys.
    const others = catalog.platforms
      .filter(({ isSurvey }) => !isSurvey)
      .map(({ id }) => ({ kind: 0, id: id as number }));
    await feed.remove(account, list, others);
  }
}

/** Removes deleted catalog records from their lists. */
async function withdrawCatalog(
  { feed }: FeedStores,
  account: AccountId,
  deleted: ReadonlyMap<CatalogPart, readonly number[]>,
): Promise<void> {
  for (const [list, { from }] of lists) {
    const ids = from[0] === undefined ? [] : (deleted.get(from[0]) ?? []);
    if (ids.length === 0) continue;
    await feed.remove(
      account,
      list,
      ids.map((id) => ({ kind: 0, id })),
    );
  }
}

/** Renders all records that contain a changed name. After a time zone change, also renders records with local times. */
async function renderOutdated(work: UnitOfWork, outdated: Outdated): Promise<void> {
  for (const { kind, lists } of recordTypes) {
    const followers = followersOf(kind);
    for (let after: RecordPosition | undefined = []; lists?.renderOutdated && after;) {
      const { ids = [], next } = await lists.renderOutdated(work, after, outdated);
      for (const { renderOf } of ids.length > 0 ? followers : []) await renderOf(ids, work);
      after = next;
    }
  }
}

/** Item of the list `account`, which is available only under `/changes`. */
export type AccountItem = {
  readonly key: string;
  readonly name: string;
  /** Time zone as an IANA name. */
  readonly time_zone: string;
  /** Currency of all amounts, as an ISO 4217 code. */
  readonly currency: string;
  /** Maximum number of days between a conversion and the booking of its appointment. */
  readonly match_window_days: number;
  /** Estimated revenue of a new patient's appointment, as a decimal number such as `250.00`. */
  readonly value_new_patient: string;
  /** Estimated revenue of an existing patient's appointment, as a decimal number such as `99.50`. */
  readonly value_existing_patient: string;
};

/** Publishes the list `account`. Its only row contains the account's settings, and its key is the account id. */
export async function publishAccount(
  { feed, settings }: Pick<Stores, "feed" | "settings">,
  account: AccountId,
  now: Instant,
): Promise<void> {
  const { key, name } = await settings.owner(account);
  const item: AccountItem = { key, name, ...shownSettings(await settings.read(account)) };
  await feed.publish(account, "account", [plainEntry({ id: 1, name: key, item }, now)]);
}

const shownSettings = (settings: AccountSettings) => ({
  time_zone: settings.timeZone,
  currency: settings.currency,
  match_window_days: settings.matchWindowDays,
  value_new_patient: decimalText(settings.valueNewPatient),
  value_existing_patient: decimalText(settings.valueExistingPatient),
});

/** Creates an account and publishes its row. After a crash in between, the next settings change publishes the row. */
export function createPublishedAccount(ports: Ports & CreatePorts) {
  const create = createAccount(ports);
  return async (requested: NewAccount): Promise<Account> => {
    const account = await create(requested);
    await ports.storage.transact(account.id, (stores, now) => publishAccount(stores, account.id, now));
    return account;
  };
}
