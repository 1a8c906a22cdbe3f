import type { FeedBatch } from "../../foundation/feed/feed.js";
import type { Reached } from "../../foundation/feed/progress.js";
import { type PublicList, publicLists } from "../../foundation/feed/public-lists.js";
import { crc32After } from "../../foundation/kernel/crc32.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { ListReading } from "../../foundation/lists/read-list.js";
import { type ChangePorts, type ChangeQuery, listChanges } from "./list-changes.js";

/** Number and checksum of a list's rows whose last change was in the UTC month `month`, such as `2026-03`. */
export type ChecksumItem = {
  readonly list: PublicList;
  readonly month: string;
  readonly count: number;
  /** Sum of the CRC-32 values of the rows, modulo 2^53. Each value covers the id of the row and its item. */
  readonly checksum: string;
};

/** Number and checksum of a list's rows whose last change was in a given month. The checksum covers id and item. */
type Sum = { readonly list: string; readonly month: string; count: number; checksum: number };

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: false });
const lineFeed = 10;

/** Lists row counts and checksums per list and month, for comparison with a copy. */
export function listChecksums(ports: ChangePorts) {
  const { list } = listChanges(ports);
  return async (account: AccountId, { lists }: Pick<ChangeQuery, "lists">): Promise<ListReading<ChecksumItem>> => {
    const changes = await list(account, lists === undefined ? {} : { lists });
    return {
      window: changes.window,
      modifiedSince: changes.modifiedSince,
      pageOf: changes.pageOf,
      async *read(separator = ",", beforehand) {
        const sums = () => summed(changes.read("\n"), separator);
        await beforehand?.(sums());
        yield* sums();
      },
    };
  };
}

/** Sums the rows of a snapshot by list and month. Returns the sums in one batch. */
async function* summed(batches: AsyncIterable<FeedBatch>, separator: string): AsyncGenerator<FeedBatch, void> {
  const sums = new Map<string, Sum>();
  let first: FeedBatch | undefined;
  for await (const batch of batches) {
    first ??= batch;
    for (const line of linesOf(batch.json)) add(sums, line);
  }
  const { watermark, reached } = first as FeedBatch & { readonly reached: Reached };
  const all = [...sums.values()].sort(inOrder);
  const json = all.map((sum) => JSON.stringify({ ...sum, checksum: String(sum.checksum) })).join(separator);
  yield { count: all.length, json: encoder.encode(json), watermark, reached };
}

function* linesOf(bytes: Uint8Array): Generator<Uint8Array, void> {
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(lineFeed, start);
    yield bytes.subarray(start, end < 0 ? bytes.length : end);
    start = end < 0 ? bytes.length : end + 1;
  }
}

/** Maximum number of characters in a change before its item. All of them are ASCII characters. */
const maxOverhead = 250;
const shape = /^(\{"list":"([^"]*)","id":")([^"]*)","op":"upsert","changed_at":"([\d-]{7})[^"]*","item":/;
const endOfId = new Uint8Array(1);

function add(sums: Map<string, Sum>, line: Uint8Array): void {
  const [head = "", beforeId = "", list = "", id = "", month = ""] =
    shape.exec(decoder.decode(line.subarray(0, maxOverhead))) ?? [];
  if (head === "") throw new Error("a change does not start with the expected members");
  const name = `${list} ${month}`;
  const sum = sums.get(name) ?? { list, month, count: 0, checksum: 0 };
  const idBytes = line.subarray(beforeId.length, beforeId.length + id.length);
  const crc = crc32After(crc32After(crc32After(0, idBytes), endOfId), line.subarray(head.length, -1));
  sum.count += 1;
  sum.checksum = added(sum.checksum, crc);
  sums.set(name, sum);
}

const modulus = 2 ** 53;

/** Adds two checksums modulo 2^53 without exceeding the largest safe integer. */
const added = (sum: number, crc: number): number => (sum >= modulus - crc ? sum - (modulus - crc) : sum + crc);

const places = new Map<string, number>(publicLists.map((list, place) => [list, place]));

const inOrder = (a: Sum, b: Sum): number =>
  (places.get(a.list) ?? 0) - (places.get(b.list) ?? 0) || (a.month < b.month ? -1 : 1);
