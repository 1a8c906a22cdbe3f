import type { Renamed } from "../catalog/names.js";
import { sameValue } from "../kernel/same-value.js";
import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";
import type { FeedEntry, FeedList, FeedWriter } from "./feed.js";
import type { PublishedRecord, RecordStore } from "./record-store.js";

export type FeedStores = { readonly feed: FeedWriter };

/** Renamed records and time zone changes that make rendered items outdated. */
export type Outdated = { readonly renamed: Renamed; readonly timeZone: boolean };

/** A rendered entry and the list that contains it. */
export type Rendered = { readonly list: FeedList; readonly entry: FeedEntry };

/** Defines how records of one kind become list entries. */
export type Publication<R extends PublishedRecord, Stores> = {
  store(stores: Stores): RecordStore<R>;
  /** Returns the lists that contain a record. If a record is in no list, it is not rendered. */
  listsOf(record: R): readonly FeedList[];
  /**
   * True if items show times in the account's time zone. All items are then rendered again if the time zone changes.
   */
  readonly showsLocalTime?: boolean;
  /** Renders each record once for each of its lists. */
  render(records: readonly R[], work: UnitOfWork<Stores>): Promise<readonly Rendered[]>;
};

/** Stores and publishes records that are new or changed. Returns the new and changed records. */
export async function record<R extends PublishedRecord, Stores extends FeedStores>(
  publication: Publication<R, Stores>,
  records: readonly R[],
  work: UnitOfWork<Stores>,
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
export async function publish<R extends PublishedRecord, Stores extends FeedStores>(
  publication: Publication<R, Stores>,
  records: readonly R[],
  work: UnitOfWork<Stores>,
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
async function withdraw<R extends PublishedRecord, Stores extends FeedStores>(
  { listsOf }: Publication<R, Stores>,
  changed: readonly R[],
  known: ReadonlyMap<R["id"], R>,
  { stores, account }: UnitOfWork<Stores>,
): Promise<void> {
  for (const after of changed) {
    const before = known.get(after.id);
    if (!before) continue;
    const left = listsOf(before).filter((list) => !listsOf(after).includes(list));
    for (const list of left) await stores.feed.remove(account, list, [{ kind: 0, id: after.id }]);
  }
}
