import type { SettingsReader } from "../../foundation/accounts/account-store.js";
import type { CatalogReader } from "../../foundation/catalog/catalog-store.js";
import { catalogParts } from "../../foundation/catalog/catalog.js";
import type { FeedStores, Outdated } from "../../foundation/feed/publication.js";
import type { RecordLists, RecordPosition } from "../../foundation/records/record-lists.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { followersOf, type RecordStores, recordTypes } from "../../subjects/record-types/record-types.js";
import { publishAccount } from "./publish-account.js";
import { publishCatalog } from "./publish-catalog.js";

type CatalogStores = FeedStores & { readonly catalog: CatalogReader };

/** Stores for rendering all lists. */
export type ListStores = RecordStores & CatalogStores & { readonly settings: SettingsReader };

/** Renders the catalog lists as a single page, because the catalog is stored as a whole. */
const catalog: RecordLists<CatalogStores> = {
  async renderAgain({ stores, account, now }) {
    await publishCatalog(stores, account, now, await stores.catalog.read(account, ...catalogParts));
    return { count: 0 };
  },
};

/** Renders the list `account`, which has a single row. */
const accountRow: RecordLists<FeedStores & { readonly settings: SettingsReader }> = {
  async renderAgain({ stores, account, now }) {
    await publishAccount(stores, account, now);
    return { count: 0 };
  },
};

/** All lists of an account. */
export const allLists: readonly RecordLists<ListStores>[] = [
  accountRow,
  catalog,
  ...recordTypes.flatMap(({ lists }) => lists ?? []),
];

/** Progress of rendering: the number of finished lists, and the position in the next list. */
export type ListsPosition = { readonly list: number; readonly after: RecordPosition };

export const firstPage: ListsPosition = { list: 0, after: [] };

/** Renders pages of all lists until `isEnough` returns true. Returns the position of the next page, if any. */
export async function renderPages(
  work: UnitOfWork<ListStores>,
  from: ListsPosition,
  isEnough: () => boolean,
): Promise<ListsPosition | undefined> {
  let { list, after } = from;
  for (let lists = allLists[list]; lists; lists = allLists[list]) {
    const { next } = await lists.renderAgain(work, after);
    [list, after] = next ? [list, next] : [list + 1, []];
    if (isEnough()) break;
  }
  return list < allLists.length ? { list, after } : undefined;
}

/** Renders all records that contain a changed name. After a time zone change, also renders records with local times. */
export async function renderOutdated(work: UnitOfWork<RecordStores>, outdated: Outdated): Promise<void> {
  for (const { kind, lists } of recordTypes) {
    const followers = followersOf(kind);
    for (let after: RecordPosition | undefined = []; lists?.renderOutdated && after;) {
      const { ids = [], next } = await lists.renderOutdated(work, after, outdated);
      for (const { renderOf } of ids.length > 0 ? followers : []) await renderOf(ids, work);
      after = next;
    }
  }
}
