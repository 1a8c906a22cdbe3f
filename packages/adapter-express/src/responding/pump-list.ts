import { setImmediate as turn } from "node:timers/promises";
import type { FeedBatch } from "@repute/domain";
import type { Cursor } from "./cursor.js";
import type { ListForm } from "./list-form.js";
import type { Sink } from "./sink.js";

/** A list being sent: its format, the batches read so far, and the cursor for the remaining batches. */
export type ListBody = {
  readonly form: ListForm;
  readonly read: readonly [FeedBatch, ...FeedBatch[]];
  readonly cursor: Cursor;
};

/** Sends a list batch by batch. Other requests can run between two batches, no matter how fast the client reads. */
export async function pumpList({ form, read: [first, ...others], cursor }: ListBody, sink: Sink): Promise<void> {
  const behind = async ({ delivery }: FeedBatch) => (delivery?.isLast ? undefined : cursor.next());
  try {
    await pumpBatch(form, form.opening, first, sink);
    for (const batch of others) await pumpBatch(form, form.between, batch, sink);
    for (let batch = await behind(others.at(-1) ?? first); batch; batch = await behind(batch)) {
      await pumpBatch(form, form.between, batch, sink);
    }
    // End the response before closing the list's database transaction.
    sink.end(form.closing(false));
  } finally {
    await cursor.close();
  }
}

async function pumpBatch(form: ListForm, before: Uint8Array, batch: FeedBatch, sink: Sink): Promise<void> {
  const { json, delivery: { packed, release } = {} } = batch;
  await sink.write(before);
  if (packed) {
    if (await sink.writePacked(packed)) release?.();
    return turn();
  }
  let isGone = true;
  for (const portion of form.portions(json)) {
    isGone = (await sink.write(portion)) || portion !== json;
    await turn();
  }
  if (isGone) release?.();
}
