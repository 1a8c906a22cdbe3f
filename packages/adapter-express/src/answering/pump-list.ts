import { setImmediate as turn } from "node:timers/promises";
import type { FeedBatch } from "@repute/domain";
import type { Cursor } from "./cursor.js";
import type { Sink } from "./sink.js";

/** A list on its way: what was read of it so far, and what reads the rest. */
export type ListBody = { readonly read: readonly [FeedBatch, ...FeedBatch[]]; readonly cursor: Cursor };

export const opening = Buffer.from('{"items":[');
export const closing = Buffer.from("]}");
const comma = Buffer.from(",");

/** Hands a list's batches through, and gives other requests their turn between them: a fast client never makes us wait. */
export async function pumpList({ read: [first, ...others], cursor }: ListBody, sink: Sink): Promise<void> {
  try {
    await sink.write(opening, first.json);
    for (const batch of others) await sink.write(comma, batch.json);
    for (let batch = await cursor.next(); batch; batch = await cursor.next()) {
      await sink.write(comma, batch.json);
      await turn();
    }
  } finally {
    await cursor.close();
  }
  await sink.end(closing);
}
