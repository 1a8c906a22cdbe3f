import type { MatchRules, SettingsReader } from "../accounts/account.js";
import type { Campaign, CatalogReader } from "../catalog/catalog.js";
import { namedParts, type Names, namesOf } from "../catalog/names.js";
import type { AccountId } from "../kernel/ids.js";
import type { Stores } from "../kernel/storage.js";
import { type Instant, localCalendar, type TimeZone } from "../kernel/times.js";

/** Context of a transaction on an account: its stores, and the settings needed to link and render records. */
export type UnitOfWork<Used = Stores> = {
  readonly stores: Used;
  readonly account: AccountId;
  readonly now: Instant;
  readonly names: Names;
  /** Campaigns of the account, sorted by id. */
  readonly campaigns: readonly Campaign[];
  readonly timeZone: TimeZone;
  readonly matching: MatchRules;
};

/** Stores needed to start a unit of work. */
export type SettingStores = { readonly catalog: CatalogReader; readonly settings: SettingsReader };

/** Creates a unit of work with the account's current names and settings. */
export async function unitOfWork<Used extends SettingStores>(
  stores: Used,
  account: AccountId,
  now: Instant,
): Promise<UnitOfWork<Used>> {
  const [catalog, { timeZone, matchWindowDays }] = await Promise.all([
    stores.catalog.read(account, ...namedParts),
    stores.settings.read(account),
  ]);
  const matching = { calendar: localCalendar(timeZone), windowDays: matchWindowDays };
  return { stores, account, now, names: namesOf(catalog), campaigns: catalog.campaigns, timeZone, matching };
}
