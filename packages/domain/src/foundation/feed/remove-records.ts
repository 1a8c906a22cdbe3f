import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";
import type { FeedList } from "./feed.js";
import type { FeedStores, Publication } from "./publication.js";
import type { PublishedRecord } from "./record-store.js";

/** Deletes records and removes them from their lists. Returns the records that existed. */
export async function removeRecords<R extends PublishedRecord, Stores extends FeedStores>(
  publication: Publication<R, Stores>,
  ids: readonly R["id"][],
  { stores, account }: UnitOfWork<Stores>,
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
