import type { ListReading } from "../foundation/lists/read-list.js";

/** Reads all items of a list, and the cursor of the next page if another page follows. */
export async function pageIn<Item = Record<string, unknown>>(reading: ListReading) {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const texts: string[] = [];
  let next: string | undefined;
  for await (const batch of reading.read()) {
    if (texts.length === 0) next = reading.pageOf(batch).next;
    texts.push(decoder.decode(batch.json));
  }
  return { items: JSON.parse(`[${texts.filter(Boolean).join()}]`) as Item[], next };
}

/** Reads all items of a list. */
export const itemsIn = async <Item = Record<string, unknown>>(reading: ListReading): Promise<Item[]> =>
  (await pageIn<Item>(reading)).items;
