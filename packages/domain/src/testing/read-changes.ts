import type { ChangeSlice } from "../foundation/feed/changes.js";
import type { PackedItems } from "../foundation/feed/delivery.js";
import type { FeedBatch } from "../foundation/feed/feed.js";
import type { Reached } from "../foundation/feed/progress.js";
import type { AccountId } from "../foundation/kernel/ids.js";
import type { Storage } from "../ports.js";
import { release, requireLast } from "./fresh-storage.js";

/** Change as published in the change feed. */
export type Change = {
  readonly list: string;
  readonly id: string;
  readonly op: "upsert" | "delete";
  readonly changed_at: string;
  readonly item?: unknown;
};

type Unpack = (items: PackedItems) => Uint8Array;

/** Returns the parsed changes of a page, and the progress from which the next page continues. */
export async function readChanges(
  storage: Pick<Storage, "feed">,
  account: AccountId,
  slice: ChangeSlice = {},
  unpack?: Unpack,
) {
  const batches: FeedBatch[] = [];
  const texts: string[] = [];
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const batch of storage.feed.changes(account, slice)) {
    const { count, json, delivery: { packed } = {} } = batch;
    batches.push(batch);
    const pieces = packed ? packed.map((items) => unpack?.(items) ?? json) : [json];
    if (count > 0) texts.push(...pieces.map((piece) => decoder.decode(piece)));
    release(batch);
  }
  requireLast(batches);
  const { separator = "," } = slice;
  const joined = separator === "," ? texts.join() : texts.join(separator).replaceAll(separator, ",");
  const changes = JSON.parse(`[${joined}]`) as Change[];
  return {
    changes,
    /** Number of segments that were returned in compressed form. */
    packed: batches.reduce((sum, { delivery }) => sum + (delivery?.packed?.length ?? 0), 0),
    count: batches.reduce((sum, { count }) => sum + count, 0),
    reached: batches[0]?.reached as Reached,
  };
}

/** Creates an empty client-side copy of all lists. */
export function changesCopy() {
  const rows = new Map<string, string>();
  return {
    rows,
    /** Applies changes to the copy, in order. */
    apply(changes: readonly Change[]): void {
      for (const { list, id, op, item } of changes) {
        if (op === "upsert") rows.set(`${list} ${id}`, JSON.stringify(item));
        else rows.delete(`${list} ${id}`);
      }
    },
  };
}
