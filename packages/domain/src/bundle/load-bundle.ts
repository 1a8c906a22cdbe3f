import type { AccountSettings } from "../accounts/account.js";
import type { AccountLine } from "../accounts/account-line.js";
import { mergeSettings } from "../accounts/account-line.js";
import type { OperatorPort } from "../audit/audit-origin.js";
import { byOperator } from "../audit/audit-record.js";
import type { AuditWriter } from "../audit/audit-store.js";
import { recordFailure } from "../audit/record-failure.js";
import type { Catalog } from "../catalog/catalog.js";
import { catalogParts } from "../catalog/catalog.js";
import type { CatalogKind } from "../catalog/catalog-lines.js";
import { catalogKinds } from "../catalog/catalog-lines.js";
import type { CatalogIds, CatalogReader } from "../catalog/catalog-store.js";
import type { InviteStore } from "../invites/invite-store.js";
import { invalid } from "../kernel/domain-error.js";
import type { AccountId } from "../kernel/ids.js";
import type { Clock, Instant } from "../kernel/instant.js";
import type { LineShape, Shaped } from "../kernel/line-shape.js";
import type { Secrets } from "../kernel/secrets.js";
import type { Reads, Transactions } from "../kernel/storage.js";
import type { CatalogStores } from "../publishing/save-catalog.js";
import { saveCatalog } from "../publishing/save-catalog.js";
import type { SuppressionReads } from "../suppression/suppression.js";
import { readSuppression, refuseChanged } from "../suppression/suppression.js";
import type { UserStore } from "../users/user-store.js";
import type { UserPlaces } from "../users/forget-user.js";
import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";
import { unitOfWork } from "../unit-of-work/unit-of-work.js";
import type { ReadLine } from "./bundle-kinds.js";
import type { BundleLine, BundleSource } from "./bundle-source.js";
import type { BundleContents } from "./check-bundle.js";
import { checkBundle } from "./check-bundle.js";
import type { DeletedRecords } from "./deleted-records.js";
import type { Counts, LoadReport } from "./load-report.js";
import { loadReport } from "./load-report.js";
import { erasedLines } from "./erased-lines.js";
import type { MentionStores } from "./mentions.js";
import { readMentions } from "./mentions.js";
import type { LoadedStores, Pass } from "./passes.js";
import { passesOf } from "./passes.js";
import { isOneOf, readBundleLine } from "./read-bundle-line.js";
import type { RecordKind } from "./record-kinds.js";
import type { RemovalStores } from "./remove-records.js";
import { removal } from "./remove-records.js";
import { storedIds } from "./record-kinds.js";

/** How far a load is: `of` is known once the bundle has been checked. */
export type LoadProgress = { readonly phase: "checking" | "storing"; readonly lines: number; readonly of?: number };

export type LoadOptions = {
  /** Check everything, store nothing. */
  readonly dryRun?: boolean;
  readonly onProgress?: (progress: LoadProgress) => void;
};

type LoadStores = LoadedStores & RemovalStores & CatalogStores & SuppressionReads & { readonly audit: AuditWriter };

type LoadPorts = UserPlaces &
  OperatorPort & {
    readonly storage: Transactions<LoadStores> &
      Reads<
        MentionStores &
          SuppressionReads & {
            readonly catalog: CatalogReader;
            readonly invites: Pick<InviteStore, "byIds">;
            readonly users: Pick<UserStore, "byEmails" | "all">;
          }
      > & { readonly audit: AuditWriter };
    readonly clock: Clock;
    readonly secrets: Secrets;
  };

type Load = {
  readonly stores: LoadStores;
  readonly account: AccountId;
  readonly now: Instant;
};
/**
 * Loads an account bundle as one unit of work; a bundle with a fault is `bundle_invalid` and changes nothing. The audit
 * trail records failures as well, except those of dry runs.
 */
export function loadBundle(ports: LoadPorts) {
  const load = loadOnce(ports);
  return (account: AccountId, source: BundleSource, options: LoadOptions = {}): Promise<LoadReport> =>
    options.dryRun
      ? load(account, source, options)
      : recordFailure(ports, { account, action: "load_bundle" }, () => load(account, source, options));
}

function loadOnce({ storage, clock, secrets, operator, ...places }: LoadPorts) {
  return async (account: AccountId, source: BundleSource, options: LoadOptions): Promise<LoadReport> => {
    const { dryRun = false, onProgress = () => {} } = options;
    const { known, suppression } = await storage.read(account, async (stores) => ({
      known: await stores.catalog.read(account, ...catalogParts),
      suppression: await readSuppression(stores, secrets, account),
    }));
    const isErased = erasedLines(suppression);
    const stored = storedIds(storage, account);
    const usersWith = (emails: readonly string[]) =>
      storage.read(account, ({ users }) => users.byEmails(account, emails));
    const users = () => storage.read(account, (stores) => stores.users.all(account));
    const mentions = readMentions(storage, account);
    const records = { catalog: known, stored, usersWith, users, mentions, isErased };
    const contents = await checkBundle(source, records, (lines) => onProgress({ phase: "checking", lines }));
    if (dryRun) return loadReport(contents);
    const changed: Counts = new Map();
    const removed: Counts = new Map();
    await storage.transact(account, async (stores, now) => {
      await refuseChanged(suppression, stores, secrets, account);
      const load = { stores, account, now };
      const settings = await storeSmallKinds(load, contents, changed, removed);
      if (settings !== undefined) {
        const record = byOperator({ at: clock(), action: "change_account", subject: settings }, { operator });
        await stores.audit.append(account, [record]);
      }
      const work = await unitOfWork(stores, account, now);
      const remove = removal(work, contents.deleted, removed, places);
      await remove.first();
      await storeRecords({ work, secrets }, source, contents, changed, (lines) =>
        onProgress({ phase: "storing", lines, of: contents.lines }),
      );
      await remove.last();
      const rows = [...changed.values(), ...removed.values()].reduce((sum, count) => sum + count, 0);
      await stores.audit.append(account, [byOperator({ at: clock(), action: "load_bundle", rows }, { operator })]);
    });
    return loadReport(contents, { changed, removed });
  };
}

/** The settings and the catalog, before anything that mentions them; returns which settings were changed, if any. */
async function storeSmallKinds(
  { stores, account, now }: Load,
  { small, deleted }: BundleContents,
  changed: Counts,
  removed: Counts,
): Promise<string | undefined> {
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
  return names.length === 0 ? undefined : `settings ${names.join(", ")}`;
}

const settingsAfter = (before: AccountSettings, small: readonly ReadLine[]): AccountSettings =>
  small
    .filter(({ kind }) => kind === "account")
    .reduce((merged, { values }) => mergeSettings(merged, values as AccountLine), before);

/** The records of the catalog that the bundle brings. */
function catalogIn(small: readonly ReadLine[]): Partial<Catalog> {
  const parts = (Object.keys(catalogKinds) as CatalogKind[]).map((kind) => {
    const { part, record } = catalogKinds[kind];
    const lines = small.filter((line) => line.kind === kind);
    return [part, lines.map(({ values }) => (record as (line: unknown) => unknown)(values))];
  });
  return Object.fromEntries(parts) as Partial<Catalog>;
}

/** What the bundle takes out of the catalog. */
const deletedFromCatalog = ({ ids }: DeletedRecords): CatalogIds =>
  Object.fromEntries(
    (Object.keys(catalogKinds) as CatalogKind[]).map((kind) => [catalogKinds[kind].part, [...(ids.get(kind) ?? [])]]),
  );

/** Reads the bundle once more for each pass that it has lines for, and stores its large kinds as they come. */
async function storeRecords(
  { work, secrets }: { readonly work: UnitOfWork<LoadStores>; readonly secrets: Secrets },
  source: BundleSource,
  { counts }: BundleContents,
  changed: Counts,
  onLines: (lines: number) => void,
): Promise<void> {
  const passes = passesOf(work, secrets);
  const kindsOf = ({ stores }: Pass) => (Object.keys(stores) as RecordKind[]).filter((kind) => counts.has(kind));
  const due = passes.filter((pass) => kindsOf(pass).length > 0);
  let lines = 0;
  for (const pass of due) {
    for await (const chunk of source.read()) {
      for (const [kind, records] of linesOf(kindsOf(pass), chunk)) {
        const store = pass.stores[kind] as StoreAny;
        changed.set(kind, (changed.get(kind) ?? 0) + (await store(records)).length);
      }
      lines += chunk.length;
      onLines(Math.floor(lines / due.length));
    }
    await pass.finish?.();
  }
}

type StoreAny = (lines: readonly Shaped<LineShape>[]) => Promise<readonly unknown[]>;

/** The lines of some kinds in a chunk, by kind. */
function linesOf(kinds: readonly RecordKind[], chunk: readonly BundleLine[]) {
  const found = new Map(kinds.map((kind) => [kind, [] as Shaped<LineShape>[]]));
  for (const raw of chunk) {
    if (!isOneOf(kinds, raw)) continue;
    const read = readBundleLine(raw, refuseChangedFile);
    if (read && !read.isDeletion) found.get(read.kind as RecordKind)?.push(read.values);
  }
  return [...found].filter(([, records]) => records.length > 0);
}

function refuseChangedFile(): never {
  throw invalid("bundle_changed", "the bundle changed while it was being loaded; nothing was stored");
}
