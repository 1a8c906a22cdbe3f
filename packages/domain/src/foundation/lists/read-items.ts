import type { AnyItem, ItemSource } from "./read-list.js";

/**
 * Reads the items of a list one by one, in the order of the list. Memory use does not depend on the length of the list.
 *
 * Ends the reading of the list if the caller stops early.
 */
export async function* readItems<Item = AnyItem>(list: ItemSource<Item>): AsyncGenerator<Item, void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const { json, delivery } of list.read()) {
    const items = JSON.parse(`[${decoder.decode(json)}]`) as Item[];
    delivery?.release?.();
    yield* items;
  }
}
