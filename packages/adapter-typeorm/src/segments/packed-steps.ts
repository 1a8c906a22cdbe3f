import { promisify } from "node:util";
import { constants, inflateRaw } from "node:zlib";
import type { Delivery, FeedBatch, PackedItems } from "@repute/domain";
import { freeBuffers } from "../lists/free-buffers.js";

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
