import type { Renamed } from "../catalog/names.js";
import { nothingRenamed } from "../catalog/names.js";
import { sameValue } from "../kernel/same-value.js";
import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";
import type { FeedEntry, FeedList, FeedWriter } from "./feed.js";
import type { PublishedRecord, RecordPage, RecordStore } from "./record-store.js";

/** What everything that publishes needs. */
export type FeedStores = { readonly feed: FeedWriter };

/** What changed of what records are rendered with. */
export type Outdated = { readonly renamed: Renamed; readonly timeZone: boolean };

/** One entry of one list. */
export type Rendered = { readonly list: FeedList; readonly entry: FeedEntry };

/** How records of one kind become entries of lists. */
export type Publication<R extends PublishedRecord, Stores> = {
  store(stores: Stores): RecordStore<R>;
  /** The lists that a record stands in; a record without any is not rendered. */
  listsOf(record: R): readonly FeedList[];
  /** Whether items show times in the account's time zone: another one renders all of them again. */
  readonly showsLocalTime?: boolean;
  /** The entries of records: one a record in each of its lists. */
  render(records: readonly R[], work: UnitOfWork<Stores>): Promise<readonly Rendered[]>;
};

const pageSize = 1_000;

/** Stores and publishes those of `records` that are new or differ from what is stored; returns these. */
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
  // Before they are stored: their rows are made while their entries are put in.
  await publish(publication, changed, work);
  await store.save(account, changed);
  return changed;
}

/** Renders records as they are stored into their lists; returns how many have any. */
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

/**
 * Renders records again: those that show something outdated, or all of them. Goes page by page, so that other
 * requests get their turn; returns how many there were.
 */
export async function rerender<R extends PublishedRecord, Stores extends FeedStores>(
  publication: Publication<R, Stores>,
  work: UnitOfWork<Stores>,
  outdated?: Outdated,
): Promise<number> {
  const chosen = choiceOf(publication, outdated);
  if (chosen.mentioning && nothingRenamed(chosen.mentioning)) return 0;
  const store = publication.store(work.stores);
  let count = 0;
  for (let after = 0; ;) {
    const page = await store.page(work.account, { after, limit: pageSize, ...chosen });
    count += await publish(publication, page, work);
    const last = page.at(-1);
    if (!last || page.length < pageSize) return count;
    after = last.id;
  }
}

/** Which records show something outdated; all of them, when nothing is said of that. */
function choiceOf(
  { showsLocalTime = false }: { readonly showsLocalTime?: boolean },
  outdated: Outdated | undefined,
): Pick<RecordPage, "mentioning"> {
  if (!outdated || (outdated.timeZone && showsLocalTime)) return {};
  return { mentioning: outdated.renamed };
}

/** Takes changed records out of the lists that they stood in and do not stand in any more. */
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
