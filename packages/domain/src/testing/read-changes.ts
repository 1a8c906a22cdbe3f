import type { ChangeSlice } from "../feed/changes.js";
import type { Reached } from "../feed/progress.js";
import type { FeedBatch } from "../feed/feed.js";
import type { AccountId } from "../kernel/ids.js";
import type { Storage } from "../ports.js";

/** A change as it is published. */
export type Change = {
  readonly list: string;
  readonly id: string;
  readonly op: "upsert" | "delete";
  readonly changed_at: string;
  readonly item?: unknown;
};

/** The changes of a slice, parsed, and how far whoever took them has come. */
export async function readChanges(storage: Pick<Storage, "feed">, account: AccountId, slice: ChangeSlice = {}) {
  const batches: FeedBatch[] = [];
  for await (const batch of storage.feed.changes(account, slice)) batches.push(batch);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const texts = batches.filter(({ count }) => count > 0).map(({ json }) => decoder.decode(json));
  const changes = JSON.parse(`[${texts.join()}]`) as Change[];
  return {
    changes,
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
