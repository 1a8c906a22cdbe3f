import type { EntryKeyReader } from "../feed/entry-keys.js";
import { keyMembers } from "../feed/entry-keys.js";
import type { FeedId, FeedList } from "../feed/feed.js";
import type { AccountId } from "../kernel/ids.js";

/** Whether each item begins with what tells it apart, for who copies the list. */
export type KeyQuery = { readonly keys?: "true" | "false" };

/** What items begin with where their keys are asked for. */
export type ItemKeys = { readonly _id?: string; readonly _changed_at?: string };

/** The stores that keys are found in. */
export type KeyStores = { readonly entryKeys: EntryKeyReader };

/** What has to be done before keys are asked for: an older version may not have published every list. */
export type KeyPorts = { readonly rendered: (account: AccountId) => Promise<void> };

/** Of which list items are shown, and whether with their keys. */
export type Shown = { readonly list: FeedList; readonly isKeyed: boolean };

/** An item that is kept outside of the feed, and which entry of the feed it is. */
type Kept<Item> = { readonly id: number; readonly kind?: number; readonly item: Item };

/** Reads the part of a query that asks for keys. */
export async function askedKeys({ rendered }: KeyPorts, account: AccountId, { keys }: KeyQuery): Promise<boolean> {
  if (keys === "true") await rendered(account);
  return keys === "true";
}

/** Items, each JSON, as they are shown. */
export async function shownTexts(
  { entryKeys }: KeyStores,
  account: AccountId,
  { list, isKeyed }: Shown,
  kept: readonly Kept<string>[],
): Promise<readonly string[]> {
  if (!isKeyed) return kept.map(({ item }) => item);
  const found = await entryKeys.of(account, list, kept.map(feedIdOf));
  const members = new Map(found.map((entry) => [textOf(entry), keyMembers(entry)]));
  return kept.map(({ item, ...id }) => {
    const own = members.get(textOf(feedIdOf(id)));
    if (own === undefined) throw new Error(`an item of the list ${list} has no key`);
    return `{${own},${item.slice(1)}`;
  });
}

/** Items as they are shown. */
export async function shownItems<Item extends object>(
  stores: KeyStores,
  account: AccountId,
  shown: Shown,
  kept: readonly Kept<Item>[],
): Promise<readonly (ItemKeys & Item)[]> {
  if (!shown.isKeyed) return kept.map(({ item }) => item);
  const texts = kept.map(({ item, ...id }) => ({ ...id, item: JSON.stringify(item) }));
  return (await shownTexts(stores, account, shown, texts)).map((text) => JSON.parse(text) as ItemKeys & Item);
}

const feedIdOf = ({ id, kind = 0 }: Omit<Kept<unknown>, "item">): FeedId => ({ kind, id });
const textOf = ({ kind, id }: FeedId) => `${kind}-${id}`;
