import { base62, numberOf } from "../../foundation/kernel/encodings.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Ports, Transactions } from "../../foundation/kernel/storage.js";
import type { BundlePart } from "../../foundation/records/load-store.js";
import { loadedTypes } from "../../subjects/record-types/record-types.js";
import type { ParsedLine, ReadLine } from "./bundle-lines.js";
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

/** Lines of a part that is not yet full. */
type Filling = { lines: string[]; weight: number; length: number };

/** Lines of a bundle that are being staged, grouped into parts by step. */
export type Staging = ReturnType<typeof stageBundle>;

/** Stages the lines of a large bundle while it is checked. The lines of a small bundle stay in memory. */
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
    full.push({ step, position, body: `[${lines.join(",")}]` });
    fillings.delete(step);
  }

  /** Stages the parts that have reached their maximum size, while more lines are checked. */
  async function addFull(): Promise<void> {
    if (full.length === 0) return;
    const some = full;
    full = [];
    await adding;
    parts += some.length;
    adding = addEach(some);
    adding.catch(() => {});
  }

  async function addEach(some: readonly BundlePart[]): Promise<void> {
    for (const part of some) {
      await storage.transact(account, ({ loads }, now) => loads.stage(account, name, [part], now));
    }
  }

  return {
    name,
    isLarge,
    /** Number of parts that have been staged. */
    parts: () => parts,
    /** Adds a valid line. */
    note(read: ReadLine, raw: ParsedLine): void {
      noted.weight += weightOf(read);
      const step = stepOf(read);
      if (step === undefined) return;
      const text = JSON.stringify(raw);
      noted.length += text.length;
      const filling = fillings.get(step) ?? { lines: [], weight: 0, length: 0 };
      fillings.set(step, filling);
      filling.lines.push(text);
      filling.weight += weightOf(read);
      filling.length += text.length;
      if (filling.weight >= sizes.part || filling.length >= partLength) close(step, filling);
    },
    /** If the bundle is large, stages the parts that have reached the maximum size. */
    flush: async (): Promise<void> => (isLarge() ? addFull() : undefined),
    /** Stages all remaining lines. */
    async end(): Promise<void> {
      for (const [step, filling] of fillings) close(step, filling);
      await addFull();
      await adding;
    },
    /** Removes all staged parts. */
    async discard(): Promise<void> {
      await adding.catch(() => {});
      full = [];
      if (parts > 0) await discardParts(storage, account, name);
    },
  };
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
