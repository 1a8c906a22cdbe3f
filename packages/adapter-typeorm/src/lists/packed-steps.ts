import { promisify } from "node:util";
import { constants, inflateRaw } from "node:zlib";
import type { FeedBatch, PackedItems } from "@repute/domain";
import { giveBack } from "./give-back.js";

/** Items of a list that were read in one step: as bytes, or of one segment as they are stored. */
export type PackedStep = {
  readonly count: number;
  readonly json: Uint8Array;
  /** In memory of their own. */
  readonly packed?: PackedItems;
  /** Whether what is packed is kept for others too: its memory is not given back. */
  readonly isKept?: boolean;
  /** Whether it is known that no step follows. */
  readonly isFinal?: boolean;
};

type Steps = AsyncIterable<PackedStep> | Iterable<PackedStep>;
type Batch = Omit<FeedBatch, "watermark">;

const inflate = promisify<Uint8Array, object, Buffer>(inflateRaw);

/** How many bytes of items go out packed at a time: a response costs so much for each batch, however small. */
const mostTogether = 12_000_000;
/** The first batch is small, so that the first byte leaves early. */
const firstTogether = 2_500_000;

/** How many are inflated at a time, as one run of bytes: each inflating costs as much as reading a few hundred items. */
const mostInflated = 1_000_000;

const nothing = new Uint8Array();

/** Segments that follow one another, several of them in a batch. */
export async function* together(steps: Steps, mostBytes = mostTogether): AsyncGenerator<Batch, void> {
  let packed: PackedItems[] = [];
  let own: Uint8Array[] = [];
  let [count, length] = [0, 0];
  let most = Math.min(firstTogether, mostBytes);
  const taken = (): Batch => {
    const given = own;
    return { count, json: nothing, packed, release: () => giveBack(...given) };
  };
  for await (const step of steps) {
    if (packed.length > 0 && !(step.packed && length + step.packed.length <= most)) {
      yield taken();
      most = mostBytes;
      packed = [];
      own = [];
      [count, length] = [0, 0];
    }
    if (!step.packed) {
      yield looseBatch(step);
      continue;
    }
    packed.push(step.packed);
    if (!step.isKept) own.push(step.packed.deflated);
    count += step.count;
    length += step.packed.length;
  }
  if (packed.length > 0) yield { ...taken(), isLast: true };
}

/** Entries with memory of their own. */
export const looseBatch = ({ count, json, isFinal }: Pick<PackedStep, "count" | "json" | "isFinal">): Batch => ({
  count,
  json,
  release: () => giveBack(json),
  ...(isFinal && { isLast: true }),
});

/** What is stored as lines has commas in their place where these are asked for. */
type Separators = { readonly stored?: "," | "\n"; readonly asked?: "," | "\n" };

/** The items themselves. Node's own threads inflate some segments while those before them are sent. */
export async function* inflated(steps: Steps, separators: Separators = {}): AsyncGenerator<Batch, void> {
  let ahead: Promise<Batch> | undefined;
  for await (const batch of together(steps, mostInflated)) {
    const next = batch.packed && itemsOf(batch, batch.packed, separators);
    next?.catch(() => undefined);
    if (ahead) yield await ahead;
    if (!next) yield batch;
    ahead = next;
  }
  if (ahead) yield { ...(await ahead), isLast: true };
}

async function itemsOf(
  { count, release }: Batch,
  packed: readonly PackedItems[],
  { stored = ",", asked = stored }: Separators,
): Promise<Batch> {
  const length = packed.reduce((sum, items) => sum + items.length, packed.length - 1);
  // With room for one byte more, so that nothing is left to look for; less than this would lie in memory that Node shares out.
  const chunkSize = Math.max(8_192, length + 1);
  const json = await inflate(oneRun(packed, stored), { finishFlush: constants.Z_SYNC_FLUSH, chunkSize });
  if (json.length !== length) throw new Error("The length of a segment differs from its recorded length");
  release?.();
  if (stored !== asked) replace(json, stored, asked);
  return looseBatch({ count, json });
}

/** Segments with separators between them as one run: each of these in a block that is not compressed (RFC 1951, 3.2.4). */
function oneRun(packed: readonly PackedItems[], separator: string): Uint8Array {
  const between = Buffer.from([0, 1, 0, 0xfe, 0xff, separator.charCodeAt(0)]);
  const [first, ...others] = packed.map(({ deflated }) => deflated);
  return first && others.length === 0
    ? first
    : Buffer.concat([first ?? nothing, ...others.flatMap((one) => [between, one])]);
}

/** No item has a line feed in it. */
function replace(json: Uint8Array, stored: string, asked: string): void {
  const [from, to] = [stored.charCodeAt(0), asked.charCodeAt(0)];
  for (let at = json.indexOf(from); at >= 0; at = json.indexOf(from, at + 1)) json[at] = to;
}
