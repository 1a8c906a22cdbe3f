import { type AccountLine, mergeSettings } from "../../foundation/accounts/account-line.js";
import type { AccountSettings } from "../../foundation/accounts/account.js";
import type { OperatorPort } from "../../foundation/audit/audit-origin.js";
import { byOperator } from "../../foundation/audit/audit-record.js";
import type { AuditWriter } from "../../foundation/audit/audit-store.js";
import { type CatalogKind, catalogKinds } from "../../foundation/catalog/catalog-lines.js";
import type { CatalogIds } from "../../foundation/catalog/catalog-store.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import { type CatalogStores, saveCatalog } from "../publishing/save-catalog.js";
import type { ReadLine } from "./bundle-kinds.js";
import { catalogIn } from "./catalog-of-bundle.js";
import type { BundleContents } from "./check-bundle.js";
import type { DeletedRecords } from "./deleted-records.js";
import type { Tally } from "./load-report.js";

type SmallStores = CatalogStores & { readonly audit: AuditWriter };

/** A unit of work that stores settings and catalog records. `at` is the time of its audit record. */
type SmallWork = OperatorPort & {
  readonly stores: SmallStores;
  readonly account: AccountId;
  readonly now: Instant;
  readonly at: Instant;
};

/** Stores the settings and the catalog before all other lines. Adds changed settings to the audit trail. */
export async function storeSmallKinds(
  { stores, account, now, at, operator }: SmallWork,
  { small, deleted }: BundleContents,
  { changed, removed }: Tally,
): Promise<void> {
  const before = await stores.settings.read(account);
  const settings = settingsAfter(before, small);
  const changes = { records: catalogIn(small), removed: deletedFromCatalog(deleted), settings };
  const outcome = await saveCatalog(stores, account, now, changes);
  if (outcome.settings) changed.set("account", 1);
  for (const kind of Object.keys(catalogKinds) as CatalogKind[]) {
    changed.set(kind, outcome.records.get(catalogKinds[kind].part) ?? 0);
    removed.set(kind, outcome.removed.get(catalogKinds[kind].part) ?? 0);
  }
  const names = (Object.keys(settings) as (keyof AccountSettings)[]).filter((name) => settings[name] !== before[name]);
  if (names.length === 0) return;
  const event = { at, action: "change_account", subject: `settings ${names.join(", ")}` };
  await stores.audit.append(account, [byOperator(event, { operator })]);
}

const settingsAfter = (before: AccountSettings, small: readonly ReadLine[]): AccountSettings =>
  small
    .filter(({ kind }) => kind === "account")
    .reduce((merged, { values }) => mergeSettings(merged, values as AccountLine), before);

/** Returns the ids of the catalog records that the bundle deletes. */
const deletedFromCatalog = ({ ids }: DeletedRecords): CatalogIds =>
  Object.fromEntries(
    (Object.keys(catalogKinds) as CatalogKind[]).map((kind) => [catalogKinds[kind].part, [...(ids.get(kind) ?? [])]]),
  );

export const deletesCatalog = ({ ids }: DeletedRecords): boolean =>
  Object.keys(catalogKinds).some((kind) => (ids.get(kind as CatalogKind)?.size ?? 0) > 0);
