import type { ChangeSlice } from "../feed/changes.js";
import type { Reached } from "../feed/progress.js";
import type { FeedBatch, PackedItems } from "../feed/feed.js";
import type { AccountId } from "../kernel/ids.js";
import type { Storage } from "../ports.js";
import { requireLast } from "./fresh-storage.js";

/** A change as it is published. */
export type Change = {
  readonly list: string;
  readonly id: string;
  readonly op: "upsert" | "delete";
  readonly changed_at: string;
  readonly item?: unknown;
};

/** Says what packed items hold. */
type Unpack = (items: PackedItems) => Uint8Array;

/** The changes of a slice, parsed, and how far whoever took them has come. */
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
    const { count, json, packed } = batch;
    batches.push(batch);
    const pieces = packed ? packed.map((items) => unpack?.(items) ?? json) : [json];
    if (count > 0) texts.push(...pieces.map((piece) => decoder.decode(piece)));
    // As whoever sends it does: nothing that comes later may suffer.
    batch.release?.();
  }
  requireLast(batches);
  const { separator = "," } = slice;
  const joined = separator === "," ? texts.join() : texts.join(separator).replaceAll(separator, ",");
  const changes = JSON.parse(`[${joined}]`) as Change[];
  return {
    changes,
    /** How many stretches came as they are stored. */
    packed: batches.reduce((sum, { packed = [] }) => sum + packed.length, 0),
    count: batches.reduce((sum, { count }) => sum + count, 0),
    reached: batches[0]?.reached as Reached,
  };
}

/** What somebody has who applies changes as they come. */
export function changesCopy() {
  const rows = new Map<string, string>();
  return {
    rows,
    /** Applies some; refuses the deletion of what is not there, but for a copy that is in the making. */
    apply(changes: readonly Change[]): void {
      for (const { list, id, op, item } of changes) {
        if (op === "upsert") rows.set(`${list} ${id}`, JSON.stringify(item));
        else rows.delete(`${list} ${id}`);
      }
    },
  };
}
