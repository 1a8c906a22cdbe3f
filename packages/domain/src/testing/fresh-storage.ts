import { type AccountSettings, defaultSettings } from "../foundation/accounts/account.js";
import type { AuditRecord } from "../foundation/accounts/audit-trail.js";
import type { ChangeSlice, FeedBatch, FeedList, FeedSlice, PackedItems, Reached } from "../foundation/feed/feed.js";
import type { AccountId } from "../foundation/kernel/ids.js";
import type { Clock, Instant } from "../foundation/kernel/times.js";
import type { ListReading } from "../foundation/lists/read-list.js";
import { stillClock } from "../memory/memory-ports.js";
import type { Storage } from "../ports.js";
import { anAccount, anAuditRecord } from "./builders.js";
import { afterEach, beforeEach } from "./runner.js";

/** Opens an empty storage that uses the given clock. */
export type Fresh = (clock: Clock) => Promise<{
  readonly storage: Storage;
  close?(): Promise<void>;
  /** Decompresses the items of a segment. Absent if the storage never compresses lists. */
  unpack?(items: PackedItems): Uint8Array;
}>;

/**
 * Opens a storage with two accounts before each test of the enclosing `describe`.
 * Closes the storage after each test.
 */
export function freshStorage(fresh: Fresh) {
  const clock = stillClock();
  const start = clock();
  let open: Awaited<ReturnType<Fresh>>;
  let accounts: readonly AccountId[] = [];
  beforeEach(async () => {
    clock.set(start);
    open = await fresh(clock);
    accounts = [await addAccount(open.storage, "acme"), await addAccount(open.storage, "zenith")];
  });
  afterEach(async () => open.close?.());
  return {
    clock,
    start,
    get storage() {
      return open.storage;
    },
    get unpack() {
      return open.unpack;
    },
    /** Account under test. */
    get mine(): AccountId {
      return accounts[0] as AccountId;
    },
    /** Other account, whose data must never be visible to the account under test. */
    get other(): AccountId {
      return accounts[1] as AccountId;
    },
  };
}

const creation = anAuditRecord({ action: "create_account" });

/** Adds an account with default settings. `settings` overrides the defaults. */
export async function addAccount(
  storage: Storage,
  key: string,
  settings: Partial<AccountSettings> = {},
): Promise<AccountId> {
  return (await storage.accounts.add(anAccount({ key }), { ...defaultSettings, ...settings }, creation)).id;
}

/** Releases the memory of a batch. Call it as soon as the batch has been read, as the HTTP adapter does. */
const release = ({ delivery }: FeedBatch): void => delivery?.release?.();

/** Throws an error if another batch follows a batch with `isLast`. */
export function requireLast(batches: readonly FeedBatch[]): void {
  if (batches.slice(0, -1).some(({ delivery }) => delivery?.isLast)) throw new Error("a batch follows the last one");
}

/** Returns the parsed items of a list, the watermark of the snapshot, and the position of the next page. */
export async function readList(storage: Storage, account: AccountId, list: FeedList, slice: FeedSlice = {}) {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const batches: FeedBatch[] = [];
  const texts: string[] = [];
  for await (const batch of storage.feed.read(account, list, slice)) {
    if (batch.count > 0) texts.push(decoder.decode(batch.json));
    batches.push(batch);
    release(batch);
  }
  requireLast(batches);
  const { separator = "," } = slice;
  const joined = separator === "," ? texts.join() : texts.join(separator).split(separator).join();
  return {
    items: JSON.parse(`[${joined}]`) as Record<string, unknown>[],
    count: batches.reduce((sum, { count }) => sum + count, 0),
    watermark: batches.at(-1)?.watermark ?? Number.NaN,
    next: batches[0]?.next,
  };
}

/** Returns an account's audit trail without the record for the creation of the account. */
export async function readTrail(storage: Storage, account: AccountId, since = 0 as Instant): Promise<AuditRecord[]> {
  const trail: AuditRecord[] = [];
  for await (const records of storage.audit.read(account, since)) trail.push(...records);
  return trail.filter(({ action }) => action !== creation.action);
}

/** Change as published in the change feed. */
type Change = {
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
