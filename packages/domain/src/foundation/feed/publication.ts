import type { Renamed } from "../catalog/names.js";
import type { AccountId, AnyId } from "../kernel/ids.js";
import type { Stores } from "../kernel/storage.js";
import { sameValue } from "../kernel/json.js";
import type { Instant } from "../kernel/times.js";
import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";
import type { FeedEntry, FeedList, FeedWriter } from "./feed.js";

/** Record from which list entries are rendered. */
export type PublishedRecord = { readonly id: AnyId };

/** Store of the records of one kind. Lists are rendered from these records. */
export interface RecordStore<R extends PublishedRecord> {
  /** Returns the account's records with these ids, in any order. Ignores unknown ids. */
  byIds(account: AccountId, ids: readonly R["id"][]): Promise<R[]>;
  /** Inserts or replaces records by id. */
  save(account: AccountId, records: readonly R[]): Promise<void>;
  /** Deletes records and their index rows. Ignores unknown ids. */
  remove(account: AccountId, ids: readonly R["id"][]): Promise<void>;
  /**
   * Returns a page of records, sorted by id.
   * `mentioning` restricts the page to records that refer to one of the given renamed objects.
   */
  page(account: AccountId, page: RecordPage): Promise<R[]>;
}

/** Selects a page of records. `after` is the last id of the previous page, or 0 for the first page. */
export type RecordPage = { readonly after: number; readonly limit: number; readonly mentioning?: Renamed };

/** Group of records that are saved in bulk. `BulkStore.settle` adds their index entries later. */
export type Bulk = { readonly kind: "bulk" };

/** Creates a group of bulk saves. The group may span any number of transactions on one account. */
export const newBulk = (): Bulk => ({ kind: "bulk" });

/** Store of records that can also be found by key. */
export interface KeyedStore<R extends PublishedRecord> extends RecordStore<R> {
  /**
   * Inserts or replaces records by id.
   *
   * With `bulk`, new records cannot be found by key until `BulkStore.settle` has added their index entries.
   * Saving in bulk is much faster because index entries are added together, in index order.
   * If an earlier bulk was not settled, its unchanged records must be saved again.
   */
  save(account: AccountId, records: readonly R[], bulk?: Bulk): Promise<void>;
}

/** Adds the index entries of records that were saved in bulk. */
export interface BulkStore {
  /**
   * Adds some of a bulk's index entries. Skips records that have been removed.
   *
   * Returns true if more index entries remain.
   * A later transaction must add the remaining entries before more records are saved in the bulk.
   * If a transaction fails, its index entries are lost, and the records must be saved again in a new bulk.
   */
  settle(account: AccountId, bulk: Bulk): Promise<boolean>;
}

export type FeedStores = { readonly feed: FeedWriter };

/** Renamed records and time zone changes that make rendered items outdated. */
export type Outdated = { readonly renamed: Renamed; readonly timeZone: boolean };

/** A rendered entry and the list that contains it. */
export type Rendered = { readonly list: FeedList; readonly entry: FeedEntry };

/** Defines how records of one kind become list entries. */
export type Publication<R extends PublishedRecord> = {
  store(stores: Stores): RecordStore<R>;
  /** Returns the lists that contain a record. If a record is in no list, it is not rendered. */
  listsOf(record: R): readonly FeedList[];
  /**
   * True if items show times in the account's time zone. All items are then rendered again if the time zone changes.
   */
  readonly showsLocalTime?: boolean;
  /** Renders each record once for each of its lists. */
  render(records: readonly R[], work: UnitOfWork): Promise<readonly Rendered[]>;
};

/** Stores and publishes records that are new or changed. Returns the new and changed records. */
export async function record<R extends PublishedRecord>(
  publication: Publication<R>,
  records: readonly R[],
  work: UnitOfWork,
): Promise<readonly R[]> {
  const { stores, account } = work;
  const store = publication.store(stores);
  const ids = records.map(({ id }) => id);
  const known = new Map((await store.byIds(account, ids)).map((one) => [one.id, one]));
  const changed = records.filter((one) => !sameValue(one, known.get(one.id)));
  await withdraw(publication, changed, known, work);
  // Publish before saving. The database then inserts the list entries while the record rows are being prepared.
  await publish(publication, changed, work);
  await store.save(account, changed);
  return changed;
}

/**
 * Renders stored records and publishes the entries in their lists.
 * Returns the number of records that are in a list.
 */
export async function publish<R extends PublishedRecord>(
  publication: Publication<R>,
  records: readonly R[],
  work: UnitOfWork,
): Promise<number> {
  const listed = records.filter((one) => publication.listsOf(one).length > 0);
  if (listed.length === 0) return 0;
  const lists = new Map<FeedList, FeedEntry[]>();
  for (const { list, entry } of await publication.render(listed, work)) {
    const entries = lists.get(list);
    if (entries) entries.push(entry);
    else lists.set(list, [entry]);
  }
  for (const [list, entries] of lists) await work.stores.feed.publish(work.account, list, entries);
  return listed.length;
}

/** Removes changed records from the lists that no longer contain them. */
async function withdraw<R extends PublishedRecord>(
  { listsOf }: Publication<R>,
  changed: readonly R[],
  known: ReadonlyMap<R["id"], R>,
  { stores, account }: UnitOfWork,
): Promise<void> {
  for (const after of changed) {
    const before = known.get(after.id);
    if (!before) continue;
    const left = listsOf(before).filter((list) => !listsOf(after).includes(list));
    for (const list of left) await stores.feed.remove(account, list, [{ kind: 0, id: after.id }]);
  }
}

/** Deletes records and removes them from their lists. Returns the records that existed. */
export async function removeRecords<R extends PublishedRecord>(
  publication: Publication<R>,
  ids: readonly R["id"][],
  { stores, account }: UnitOfWork,
): Promise<readonly R[]> {
  const store = publication.store(stores);
  const found = await store.byIds(account, ids);
  await store.remove(
    account,
    found.map(({ id }) => id),
  );
  const lists = new Map<FeedList, number[]>();
  for (const one of found) {
    for (const list of publication.listsOf(one)) {
      const some = lists.get(list);
      if (some) some.push(one.id);
      else lists.set(list, [one.id]);
    }
  }
  for (const [list, some] of lists) {
    await stores.feed.remove(
      account,
      list,
      some.map((id) => ({ kind: 0, id })),
    );
  }
  return found;
}

/** Entry for a list that has no filters. */
type Plain = Pick<FeedEntry, "id"> & {
  readonly item: object;
  /** First sort key of the entry, such as a time. Entries with equal first keys are sorted by id. Defaults to 0. */
  readonly at?: number;
} & Partial<Pick<FeedEntry, "kind" | "name" | "keys">>;

/** Creates an entry for a list that has no filters. `now` is the entry's time of change. */
export const plainEntry = (plain: Plain, now: Instant): FeedEntry => entryOf(plain, JSON.stringify(plain.item), now);

/** Creates an entry for a list that has no filters, from an item that is already JSON. */
export const jsonEntry = (plain: Omit<Plain, "item"> & { readonly json: string }, now: Instant): FeedEntry =>
  entryOf(plain, plain.json, now);

function entryOf({ id, at = 0, kind = 0, name, keys }: Omit<Plain, "item">, json: string, now: Instant): FeedEntry {
  // Assign each member by name because object spread is several times slower.
  const entry = {
    kind,
    id,
    at: at as Instant,
    modifiedAt: now,
    locationId: null,
    providerId: null,
    rating: null,
    fields: {},
    json,
    tail: null,
  };
  if (name !== undefined) return { ...entry, name, ...(keys === undefined ? {} : { keys }) };
  return keys === undefined ? entry : { ...entry, keys };
}

const pageSize = 1_000;

/** Splits entries into pages of up to 1,000 entries. */
export function* pagesOfEntries<T>(entries: Iterable<T>): Generator<readonly T[], void> {
  let page: T[] = [];
  for (const entry of entries) {
    page.push(entry);
    if (page.length < pageSize) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
