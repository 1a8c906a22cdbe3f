import { promisify } from "node:util";
import { constants, inflateRaw } from "node:zlib";
import type { FeedBatch, PackedItems } from "@repute/domain";
import { giveBack } from "./give-back.js";

/** Items of a list that were read in one step: as bytes, or of one segment as they are stored. */
export type PackedStep = {
  readonly count: number;
  readonly json: Uint8Array;
  readonly packed?: PackedItems;
  /** Whether what is packed lies in memory of its own. */
  readonly isApart?: boolean;
  /** Whether it is known that no step follows. */
  readonly isLast?: boolean;
};

type Steps = AsyncIterable<PackedStep> | Iterable<PackedStep>;
type Batch = Omit<FeedBatch, "watermark">;

const inflate = promisify<Uint8Array, object, Buffer>(inflateRaw);

/** How many bytes of items go out packed at a time: a response costs so much for each batch, however small. */
const mostTogether = 12_000_000;
/** The first batch is small, so that the first byte leaves early. */
const firstTogether = 2_500_000;

const nothing = new Uint8Array();

/** Segments that follow one another, several of them in a batch. */
export async function* together(steps: Steps): AsyncGenerator<Batch, void> {
  let packed: PackedItems[] = [];
  let apart: Uint8Array[] = [];
  let [count, length] = [0, 0];
  let most = firstTogether;
  const taken = (): Batch => {
    const given = apart;
    return { count, json: nothing, packed, release: () => giveBack(...given) };
  };
  for await (const step of steps) {
    if (packed.length > 0 && !(step.packed && length + step.packed.length <= most)) {
      yield taken();
      most = mostTogether;
      [packed, apart] = [[], []];
      [count, length] = [0, 0];
    }
    if (!step.packed) {
      yield looseBatch(step);
      continue;
    }
    packed.push(step.packed);
    if (step.isApart) apart.push(step.packed.deflated);
    count += step.count;
    length += step.packed.length;
  }
  if (packed.length > 0) yield taken();
}

/** Entries with memory of their own. */
export const looseBatch = ({ count, json, isLast }: Pick<PackedStep, "count" | "json" | "isLast">): Batch => ({
  count,
  json,
  release: () => giveBack(json),
  ...(isLast && { isLast }),
});

/** The items themselves. Node's own threads inflate a segment while the one before it is sent. */
export async function* inflated(steps: Steps): AsyncGenerator<Batch, void> {
  let ahead: Promise<Batch> | undefined;
  for await (const step of steps) {
    const next = step.packed && itemsOf(step, step.packed);
    next?.catch(() => undefined);
    if (ahead) yield await ahead;
    if (!step.packed) yield looseBatch(step);
    ahead = next;
  }
  if (ahead) yield await ahead;
}

async function itemsOf({ count, isApart }: PackedStep, { deflated, length }: PackedItems): Promise<Batch> {
  // With room for one byte more, so that nothing is left to look for; less than this would lie in memory that Node shares out.
  const chunkSize = Math.max(8_192, length + 1);
  const json = await inflate(deflated, { finishFlush: constants.Z_SYNC_FLUSH, chunkSize });
  if (json.length !== length) throw new Error("a segment holds something else than it says");
  if (isApart) giveBack(deflated);
  return looseBatch({ count, json });
}
