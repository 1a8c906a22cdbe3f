import { promisify } from "node:util";
import { constants, inflateRaw } from "node:zlib";
import type { AccountId, Delivery, FeedBatch, FeedList, PackedItems } from "@repute/domain";
import { freeBuffers } from "../lists/free-buffers.js";
import { byPosition } from "../lists/list-query.js";
import type { PackedSegment } from "./segment.js";

/** Items that were read in one step: either uncompressed bytes, or one compressed segment. */
export type PackedStep = {
  readonly count: number;
  readonly json: Uint8Array;
  /** Compressed segment. Its buffer contains no other data. */
  readonly packed?: PackedItems;
  /** True if the segment is in the cache, so that its memory must not be freed. */
  readonly isCached?: boolean;
  /** True if it is certain that this is the last step. */
  readonly isFinal?: boolean;
};

type Steps = AsyncIterable<PackedStep> | Iterable<PackedStep>;
type Batch = Omit<FeedBatch, "watermark">;

const inflate = promisify<Uint8Array, object, Buffer>(inflateRaw);

/**
 * Maximum uncompressed size of a compressed batch, in bytes. Large batches reduce the overhead per batch of a response.
 */
const maxBatchBytes = 12_000_000;
/** Maximum uncompressed size of the first batch in bytes. A small first batch sends the first byte early. */
const firstTogether = 2_500_000;

/** Maximum uncompressed size of segments to decompress together, in bytes. Each call of zlib has a high fixed cost. */
const maxInflated = 1_000_000;

const nothing = new Uint8Array();

/** Combines consecutive compressed segments into batches. */
export async function* together(steps: Steps, maxBytes = maxBatchBytes): AsyncGenerator<Batch, void> {
  let packed: PackedItems[] = [];
  let own: Uint8Array[] = [];
  let [count, length] = [0, 0];
  let max = Math.min(firstTogether, maxBytes);
  const packedBatch = (isLast: boolean): Batch => {
    const buffers = own;
    return { count, json: nothing, delivery: { packed, isLast, release: () => freeBuffers(...buffers) } };
  };
  for await (const step of steps) {
    if (packed.length > 0 && !(step.packed && length + step.packed.length <= max)) {
      yield packedBatch(false);
      max = maxBytes;
      packed = [];
      own = [];
      [count, length] = [0, 0];
    }
    if (!step.packed) {
      yield looseBatch(step);
      continue;
    }
    packed.push(step.packed);
    if (!step.isCached) own.push(step.packed.deflated);
    count += step.count;
    length += step.packed.length;
  }
  if (packed.length > 0) yield packedBatch(true);
}

/** Returns a batch of uncompressed entries. Releasing the batch frees its memory. */
export const looseBatch = ({
  count,
  json,
  isFinal = false,
}: Pick<PackedStep, "count" | "json" | "isFinal">): Batch => ({
  count,
  json,
  delivery: { isLast: isFinal, release: () => freeBuffers(json) },
});

/** Separators between items: in the stored segments, and in the output that the client requested. */
type Separators = { readonly stored?: "," | "\n"; readonly requested?: "," | "\n" };

/**
 * Decompresses segments in worker threads of Node.js. The next batch is decompressed while the previous batch is sent.
 */
export async function* inflated(steps: Steps, separators: Separators = {}): AsyncGenerator<Batch, void> {
  let ahead: Promise<Batch> | undefined;
  for await (const batch of together(steps, maxInflated)) {
    const next = batch.delivery?.packed && itemsOf(batch, batch.delivery, separators);
    next?.catch(() => undefined);
    if (ahead) yield await ahead;
    if (!next) yield batch;
    ahead = next;
  }
  if (ahead) yield looseBatch({ ...(await ahead), isFinal: true });
}

async function itemsOf(
  { count }: Batch,
  { packed = [], release }: Delivery,
  { stored = ",", requested = stored }: Separators,
): Promise<Batch> {
  const length = packed.reduce((sum, items) => sum + items.length, packed.length - 1);
  // One extra byte lets zlib finish in one step. Buffers below 8,192 bytes would come from the shared Node.js pool.
  const chunkSize = Math.max(8_192, length + 1);
  const json = await inflate(oneRun(packed, stored), { finishFlush: constants.Z_SYNC_FLUSH, chunkSize });
  if (json.length !== length) throw new Error("The length of a segment differs from its recorded length");
  release?.();
  if (stored !== requested) replace(json, stored, requested);
  return looseBatch({ count, json });
}

/** Concatenates segments into one DEFLATE stream. Each separator is an uncompressed block (RFC 1951, section 3.2.4). */
function oneRun(packed: readonly PackedItems[], separator: string): Uint8Array {
  const between = Buffer.from([0, 1, 0, 0xfe, 0xff, separator.charCodeAt(0)]);
  const [first, ...others] = packed.map(({ deflated }) => deflated);
  return first && others.length === 0
    ? first
    : Buffer.concat([first ?? nothing, ...others.flatMap((one) => [between, one])]);
}

/** Replaces the separators between the items of a buffer. Items contain no line feeds, so each line feed is a separator. */
function replace(json: Uint8Array, stored: string, requested: string): void {
  const [from, to] = [stored.charCodeAt(0), requested.charCodeAt(0)];
  for (let at = json.indexOf(from); at >= 0; at = json.indexOf(from, at + 1)) json[at] = to;
}

/** Cache of the segments of one list, for one reader. */
export type ListSegmentCache = {
  find(segment: PackedSegment): Uint8Array | undefined;
  /**
   * Adds a segment to the cache. Evicts the least recently used segments if the cache is full.
   * Returns false if segments of the same read already fill the cache, so that a long list keeps its first segments.
   */
  keep(segment: PackedSegment, deflated: Uint8Array): boolean;
};

/** Cache of compressed segments. */
export type CachedSegments = { of(account: AccountId, list: FeedList): ListSegmentCache };

type SegmentCacheOptions = {
  readonly maxBytes: number;
  /** Time without reads after which the cache is cleared, in milliseconds. */
  readonly idle: number;
};

/**
 * Default limits of the segment cache, which all accounts share.
 * The cache saves up to half of the time for sending a list.
 */
export const defaultSegmentCache: SegmentCacheOptions = { maxBytes: 16_000_000, idle: 600_000 };

type CachedSegment = { readonly segment: PackedSegment; readonly deflated: Uint8Array; readonly list: CachedList };

/** Cached segments of one list by key. Two segments may have the same key, although this is very unlikely. */
type CachedList = Map<string, CachedSegment>;

export function cachedSegments({ maxBytes, idle }: SegmentCacheOptions): CachedSegments {
  const lists = new Map<string, CachedList>();
  /** Cached segments in order of last use. The least recently used segment is first. */
  const all = new Set<CachedSegment>();
  let bytes = 0;
  let evictionTimer: NodeJS.Timeout | undefined;

  function forget(): void {
    for (const one of all) remove(one);
    lists.clear();
    evictionTimer = undefined;
  }

  function listOf(account: AccountId, list: FeedList): CachedList {
    const name = `${account} ${list}`;
    const found = lists.get(name) ?? (new Map() as CachedList);
    lists.set(name, found);
    return found;
  }

  function remove(one: CachedSegment | undefined): void {
    if (!one || !all.delete(one)) return;
    one.list.delete(keyOf(one.segment));
    bytes -= one.deflated.length;
  }

  function find(list: CachedList, segment: PackedSegment): Uint8Array | undefined {
    evictionTimer?.refresh();
    const one = list.get(keyOf(segment));
    if (!one || !isSame(one.segment, segment)) return undefined;
    all.delete(one);
    all.add(one);
    return one.deflated;
  }

  function keep(one: CachedSegment): void {
    evictionTimer ??= setTimeout(forget, idle).unref();
    const { list, segment, deflated } = one;
    remove(list.get(keyOf(segment)));
    for (const oldest of all) {
      if (bytes + deflated.length <= maxBytes) break;
      remove(oldest);
    }
    list.set(keyOf(segment), one);
    all.add(one);
    bytes += deflated.length;
  }

  return {
    of(account, name) {
      const list = listOf(account, name);
      let room = maxBytes;
      return {
        find(segment) {
          const found = find(list, segment);
          if (found) room -= found.length;
          return found;
        },
        keep(segment, deflated) {
          room -= deflated.length;
          if (room >= 0) keep({ segment, deflated, list });
          return room >= 0;
        },
      };
    },
  };
}

/** Returns the cache key of a segment. The key is short to save memory. */
const keyOf = ({ revision, crc }: PackedSegment): string => `${revision} ${crc}`;

/**
 * Returns true if two segments have the same properties. The comparison is necessary because keys are not unique.
 * A segment that was created again has a later revision, or fewer entries after a deletion.
 */
const isSame = (one: PackedSegment, other: PackedSegment): boolean =>
  one.withTail === other.withTail &&
  one.revision === other.revision &&
  one.crc === other.crc &&
  one.length === other.length &&
  one.count === other.count &&
  byPosition(one.first, other.first) === 0 &&
  byPosition(one.last, other.last) === 0;
