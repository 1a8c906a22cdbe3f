import { type CatalogItems, catalogLists } from "../catalog/catalog-items.js";
import type { Catalog, CatalogPart, CatalogReader } from "../catalog/catalog.js";
import {
  type EntryKeyReader,
  type FeedBatch,
  type FeedId,
  type FeedList,
  type FeedReader,
  keyMembers,
} from "../feed/feed.js";
import type { AccountId, ItemKeys } from "../kernel/ids.js";
import type { Reads } from "../kernel/storage.js";
import type { KeyQuery } from "./list-query.js";
import type { ListReading } from "./read-list.js";

export type RenderPorts = {
  /** Renders lists that an older version of the service did not publish, because their items would have no keys. */
  readonly rendered: (account: AccountId) => Promise<void>;
};

export type RecordPorts<Stores> = RenderPorts & {
  readonly storage: Reads<Stores & { readonly entryKeys: EntryKeyReader }>;
};

/** Item of a list as JSON, with the id of its feed entry. */
type JsonItem = { readonly id: number; readonly kind?: number; readonly json: string };

/** List item with the id of its feed entry. */
type FoundItem<Item> = Omit<JsonItem, "json"> & { readonly item: Item };

/** List that is read from a record store instead of the feed, because the feed does not support its filters. */
type RecordSource<Stores, R> = Pick<ListReading, "window" | "opening"> & {
  readonly list: FeedList;
  /** Number of records per page. */
  readonly limit: number;
  /** Reads the page that follows a record. */
  readonly page: (stores: Stores, last: R | undefined) => Promise<readonly R[]>;
  readonly itemOf: (record: R) => JsonItem;
};

/**
 * Reads a list from the store of its records. The watermark is earlier than all snapshots.
 * Each page is read from its own snapshot, so a change during the response may be included.
 */
export async function readRecords<Item, Stores, R>(
  { storage, rendered }: RecordPorts<Stores> & { readonly storage: { readonly feed: FeedReader } },
  account: AccountId,
  query: KeyQuery,
  { list, limit, page, itemOf, ...about }: RecordSource<Stores, R>,
): Promise<ListReading<Item>> {
  const isKeyed = await asksKeys(rendered, account, query);
  async function* batches(separator: string): AsyncGenerator<FeedBatch, void> {
    const encoder = new TextEncoder();
    const watermark = await watermarkOf(storage.feed, account);
    for (let last: R | undefined; ;) {
      const { records, texts } = await storage.read(account, async (stores) => {
        const records = await page(stores, last);
        const items = records.map(itemOf);
        const texts = isKeyed ? await withKeys(stores.entryKeys, account, list, items) : items.map(({ json }) => json);
        return { records, texts };
      });
      const count = records.length;
      if (!last || count > 0) yield { count, json: encoder.encode(texts.join(separator)), watermark };
      if (count < limit) return;
      last = records.at(-1);
    }
  }
  return {
    ...about,
    modifiedSince: undefined,
    read: (separator = ",") => batches(separator),
    pageOf: ({ watermark }) => ({ watermark }),
  };
}

/** Creates a use case that returns all items of a short list. `itemsOf` returns the items with their feed entry ids. */
export const readShortList =
  <Stores, Item extends object>(
    { storage, rendered }: RecordPorts<Stores>,
    list: FeedList,
    itemsOf: (stores: Stores, account: AccountId) => Promise<readonly FoundItem<Item>[]>,
  ) =>
  async (account: AccountId, query: KeyQuery = {}): Promise<readonly (ItemKeys & Item)[]> => {
    const isKeyed = await asksKeys(rendered, account, query);
    return storage.read(account, async (stores) => {
      const items = await itemsOf(stores, account);
      if (!isKeyed) return items.map(({ item }) => item);
      const texts = items.map(({ item, ...id }) => ({ ...id, json: JSON.stringify(item) }));
      return (await withKeys(stores.entryKeys, account, list, texts)).map(
        (text) => JSON.parse(text) as ItemKeys & Item,
      );
    });
  };

type CatalogListPorts = RecordPorts<{ readonly catalog: CatalogReader }>;
type RenderedList = {
  readonly from: readonly CatalogPart[];
  items(catalog: Catalog): readonly { readonly id: number }[];
};

/** Functions that return the items of each catalog list, sorted by id. */
export type CatalogUseCases = {
  readonly [List in keyof CatalogItems]: (
    account: AccountId,
    query?: KeyQuery,
  ) => Promise<readonly (ItemKeys & CatalogItems[List])[]>;
};

/** Creates a use case for each catalog list. The use case has the name of the list. */
export const listCatalog = (ports: CatalogListPorts) =>
  Object.fromEntries(
    Object.entries<RenderedList>(catalogLists).map(([list, rendered]) => [
      list,
      catalogListOf(ports, list as keyof CatalogItems, rendered),
    ]),
  ) as CatalogUseCases;

const catalogListOf = (ports: CatalogListPorts, list: keyof CatalogItems, { from, items: itemsOf }: RenderedList) =>
  readShortList(ports, list, async ({ catalog }, account) =>
    itemsOf((await catalog.read(account, ...from)) as Catalog).map((item) => ({ id: item.id, item })),
  );

/** Returns the time of the account's last change. */
export async function watermarkOf(feed: FeedReader, account: AccountId): Promise<FeedBatch["watermark"]> {
  for await (const { watermark } of feed.read(account, "invites", { page: { limit: 1 } })) return watermark;
  throw new Error("the list returned no batch; an empty list must return one empty batch");
}

/** True if the query has `keys=true`. In this case, first renders missing lists, because keys are read from lists. */
async function asksKeys(rendered: RenderPorts["rendered"], account: AccountId, { keys }: KeyQuery): Promise<boolean> {
  if (keys === "true") await rendered(account);
  return keys === "true";
}

async function withKeys(
  reader: EntryKeyReader,
  account: AccountId,
  list: FeedList,
  items: readonly JsonItem[],
): Promise<readonly string[]> {
  const found = await reader.of(account, list, items.map(feedIdOf));
  const members = new Map(found.map((entry) => [nameOf(entry), keyMembers(entry)]));
  return items.map((item) => {
    const own = members.get(nameOf(feedIdOf(item)));
    if (own === undefined) throw new Error(`an item of the list ${list} has no key`);
    return `{${own},${item.json.slice(1)}`;
  });
}

const feedIdOf = ({ id, kind = 0 }: FeedId | JsonItem): FeedId => ({ kind, id });
const nameOf = ({ kind, id }: FeedId) => `${kind}-${id}`;
