import { promisify } from "node:util";
import { constants, inflateRaw } from "node:zlib";
import type { FeedBatch, PackedItems } from "@repute/domain";

/** Items of a list that were read in one step: as bytes, or of one segment as they are stored. */
export type PackedStep = { readonly count: number; readonly json: Uint8Array; readonly packed?: PackedItems };

type Steps = AsyncIterable<PackedStep> | Iterable<PackedStep>;
type Batch = Pick<FeedBatch, "count" | "json" | "packed">;

const inflate = promisify<Uint8Array, object, Buffer>(inflateRaw);

/** How many bytes of items go out packed at a time: a response costs so much for each batch, however small. */
const mostTogether = 4_000_000;

const nothing = new Uint8Array();

/** Segments that follow one another, several of them in a batch. */
export async function* together(steps: Steps): AsyncGenerator<Batch, void> {
  let packed: PackedItems[] = [];
  let [count, length] = [0, 0];
  for await (const step of steps) {
    if (packed.length > 0 && !(step.packed && length + step.packed.length <= mostTogether)) {
      yield { count, json: nothing, packed };
      packed = [];
      [count, length] = [0, 0];
    }
    if (!step.packed) {
      yield { count: step.count, json: step.json };
      continue;
    }
    packed.push(step.packed);
    count += step.count;
    length += step.packed.length;
  }
  if (packed.length > 0) yield { count, json: nothing, packed };
}

/** The items themselves. Node's own threads inflate a segment while the one before it is sent. */
export async function* inflated(steps: Steps): AsyncGenerator<Batch, void> {
  let ahead: Promise<Batch> | undefined;
  for await (const { count, json, packed } of steps) {
    const next = packed && itemsOf(count, packed);
    next?.catch(() => undefined);
    if (ahead) yield await ahead;
    if (!packed) yield { count, json };
    ahead = next;
  }
  if (ahead) yield await ahead;
}

async function itemsOf(count: number, { deflated, length }: PackedItems): Promise<Batch> {
  // With room for one byte more, so that nothing is left to look for.
  const json = await inflate(deflated, { finishFlush: constants.Z_SYNC_FLUSH, chunkSize: Math.max(64, length + 1) });
  if (json.length !== length) throw new Error("a segment holds something else than it says");
  return { count, json };
}
