import type { EntryKeyReader } from "../feed/entry-keys.js";
import { keyMembers } from "../feed/entry-keys.js";
import type { FeedId, FeedList } from "../feed/feed.js";
import type { AccountId } from "../kernel/ids.js";

/**
 * Query parameter `keys`, which adds `_id` and `_changed_at` to each item. Callers that copy the list need these keys.
 */
export type KeyQuery = { readonly keys?: "true" | "false" };

/** Keys that precede the members of an item if the query asks for keys. */
export type ItemKeys = { readonly _id?: string; readonly _changed_at?: string };

export type KeyStores = { readonly entryKeys: EntryKeyReader };

/** Renders lists that an older version of the service did not publish. Must run before keys are read. */
export type KeyPorts = { readonly rendered: (account: AccountId) => Promise<void> };

/** A list, and whether its items include keys. */
export type Shown = { readonly list: FeedList; readonly isKeyed: boolean };

/** Item that is not stored in the feed, with the id of its feed entry. */
type Kept<Item> = { readonly id: number; readonly kind?: number; readonly item: Item };

/** True if the query asks for keys. First renders the lists that are missing. */
export async function askedKeys({ rendered }: KeyPorts, account: AccountId, { keys }: KeyQuery): Promise<boolean> {
  if (keys === "true") await rendered(account);
  return keys === "true";
}

/** Adds keys to items that are JSON strings, if keys were requested. */
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

/** Adds keys to items that are objects, if keys were requested. */
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
