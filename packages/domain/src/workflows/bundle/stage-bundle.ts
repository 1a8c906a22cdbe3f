import { invalid } from "../../foundation/kernel/domain-error.js";
import { base62, numberOf } from "../../foundation/kernel/encodings.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Ports, Transactions } from "../../foundation/kernel/storage.js";
import type { BundlePart, LoadStore, PartPlace } from "../../foundation/records/load-store.js";
import type { LineValues } from "../../foundation/records/record-type.js";
import { loadedTypes } from "../../subjects/record-types/record-types.js";
import { type ParsedLine, readBundleLine, type ReadLine } from "./bundle-lines.js";
import { stepOf } from "./store-records.js";

/** Limits that decide how bundles are stored. */
export type LoadSizes = {
  /** Maximum number of lines of a bundle. A larger bundle is stored in several units of work. */
  readonly whole: number;
  /** Maximum number of lines per part of a larger bundle. */
  readonly part: number;
};

export const usualSizes: LoadSizes = { whole: 2_000, part: 1_000 };

/** Maximum number of characters of a part, and of a small bundle that is not split. A single line may be longer. */
const partLength = 524_288;

const wholeLength = 4_194_304;

const weights = new Map<string, number>(loadedTypes.map(({ kind, lines }) => [kind, lines.weight ?? 1]));

/** Returns the weight of a line for the size limits. Kinds that take longer to store have a higher weight. */
const weightOf = ({ kind }: ReadLine): number => weights.get(kind) ?? 1;

/** Maximum number of parts that are staged in one unit of work. */
const partsAtOnce = 4;

/** Values of the lines of a part that is not yet full. */
type Filling = { lines: LineValues[]; weight: number; length: number };

/** Lines of a bundle that are being staged, grouped into parts by step. */
export type Staging = ReturnType<typeof stageBundle>;

/** Stages the lines of a large bundle while it is checked. The parts of a small bundle stay in memory. */
export function stageBundle({ storage, secrets }: Ports, account: AccountId, sizes: LoadSizes) {
  const name = base62(numberOf(secrets.randomBytes(16)), 22);
  const fillings = new Map<number, Filling>();
  const positions = new Map<number, number>();
  let full: BundlePart[] = [];
  let parts = 0;
  const noted = { weight: 0, length: 0 };
  let adding: Promise<void> = Promise.resolve();

  const isLarge = () => noted.weight > sizes.whole || noted.length > wholeLength;

  function close(step: number, { lines }: Filling): void {
    const position = positions.get(step) ?? 0;
    positions.set(step, position + 1);
    full.push({ step, position, body: bodyOf(lines) });
    fillings.delete(step);
  }

  /** Stages full parts while more lines are checked. */
  async function addFull(min: number): Promise<void> {
    while (isLarge() && full.length >= min) {
      await adding;
      const some = full.slice(0, partsAtOnce);
      full = full.slice(partsAtOnce);
      parts += some.length;
      adding = storage.transact(account, ({ loads }, now) => loads.stage(account, name, some, now));
      adding.catch(() => {});
    }
  }

  return {
    name,
    isLarge,
    /** Number of parts that have been staged. */
    parts: () => parts,
    /** Adds a valid line. */
    note(read: ReadLine): void {
      const weight = weightOf(read);
      noted.weight += weight;
      const step = stepOf(read);
      if (step === undefined) return;
      const length = lengthOf(read.values);
      noted.length += length;
      const filling = fillings.get(step) ?? { lines: [], weight: 0, length: 0 };
      fillings.set(step, filling);
      filling.lines.push(read.values);
      filling.weight += weight;
      filling.length += length;
      if (filling.weight >= sizes.part || filling.length >= partLength) close(step, filling);
    },
    /** If the bundle is large, stages the parts that have reached the maximum size. */
    flush: (): Promise<void> => addFull(partsAtOnce),
    /** Ends the last parts. If the bundle is large, stages them. */
    async end(): Promise<void> {
      for (const [step, filling] of fillings) close(step, filling);
      await addFull(1);
      await adding;
    },
    /** Returns the first part after a position. */
    next: async (loads: LoadStore, after: PartPlace): Promise<BundlePart | undefined> =>
      isLarge()
        ? loads.next(account, name, after)
        : full.find(({ step, position }) => step === after.step && position > after.position),
    /** Removes all staged parts. */
    async discard(): Promise<void> {
      await adding.catch(() => {});
      full = [];
      if (parts > 0) await discardParts(storage, account, name);
    },
  };
}

/** Returns the approximate number of characters of a line in a part. Measuring every value would take too long. */
function lengthOf(values: LineValues): number {
  let length = 0;
  for (const key in values) {
    const value = values[key];
    if (typeof value === "string") length += value.length;
    else if (typeof value === "object" && value !== null) length += JSON.stringify(value).length;
  }
  return length;
}

/** Body of a part. Version 0.1.0 staged an array of lines as they were in the file. */
type PartBody = { readonly lines: readonly LineValues[] } | readonly ParsedLine[];

const bodyOf = (lines: readonly LineValues[]): string => JSON.stringify({ lines } satisfies PartBody);

/** Returns the values of the lines of a part. */
export function linesIn(body: string): readonly LineValues[] {
  const part = JSON.parse(body) as PartBody;
  return "lines" in part ? part.lines : part.map((line) => (readBundleLine(line, refuse) ?? refuse()).values);
}

function refuse(): never {
  throw invalid("bundle_changed", "version 0.1.0 staged a line that this version does not accept");
}

/** Removes the staged parts of a load in short units of work. Does nothing if the load was accepted. */
export async function discardParts(storage: Transactions, account: AccountId, name: string): Promise<void> {
  const discard = () =>
    storage.transact(account, async ({ loads }) => {
      // The decision may have been committed even though the connection was lost.
      const last = await loads.last(account);
      return last?.staging === name ? 0 : loads.discard(account, name);
    });
  while ((await discard()) > 0);
}
