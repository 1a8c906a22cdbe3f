import { catalogLists } from "../../foundation/catalog/catalog-lists.js";
import type { Catalog, CatalogPart } from "../../foundation/catalog/catalog.js";
import type { FeedEntry } from "../../foundation/feed/feed.js";
import { plainEntry } from "../../foundation/feed/plain-entry.js";
import type { FeedStores } from "../../foundation/feed/publication.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";

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
export async function withdrawCatalog(
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
