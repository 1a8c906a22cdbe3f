import { describe, expect, it } from "@jest/globals";
import type { AccountId, Domain, FeedBatch } from "@repute/domain";
import { createDomain } from "@repute/domain";
import { memoryPorts } from "@repute/domain/memory";
import { accountBundle, textBundle } from "./account-bundle.js";
import { shuffled } from "./random.js";
import { reviewLine } from "./review-line.js";
import { reviewTime, windowOf } from "./review-times.js";

const indexes = (rows: number) => Array.from({ length: rows }, (_, index) => index);

async function collect<T>(parts: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

describe("the made-up data", () => {
  it("is the same every time, and differs between accounts", () => {
    expect(reviewLine(1, 1_000, 7)).toEqual(reviewLine(1, 1_000, 7));
    expect(reviewLine(2, 1_000, 7)).not.toEqual(reviewLine(1, 1_000, 7));
  });

  it.each([1_000, 1_000_000])("has no two of %d reviews in the same second, later ones later", (rows) => {
    const times = indexes(1_000).map((index) => Date.parse(reviewTime(rows, rows - 1_000 + index)));
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
    expect(times.every((time) => time % 1_000 === 0)).toBe(true);
  });

  it("shuffles to every number once, in another order", () => {
    const numbers = shuffled(500, 1);
    expect(numbers).not.toEqual(indexes(500));
    expect([...numbers].sort((a, b) => a - b)).toEqual(indexes(500));
    expect(shuffled(500, 1)).toEqual(numbers);
  });

  it("reads text lines from JSON with their numbers, all of them, as often as needed", async () => {
    const source = textBundle(indexes(1_500).map((id) => JSON.stringify({ id })));
    for (let time = 0; time < 2; time += 1) {
      const lines = (await collect(source.read())).flat();
      expect(lines).toEqual(indexes(1_500).map((id) => ({ line: id + 1, value: { id } })));
    }
  });

  describe("as it is published", () => {
    const rows = 2_000;
    const load = async (): Promise<{ readonly domain: Domain; readonly id: AccountId }> => {
      const domain = createDomain(memoryPorts());
      const { id } = await domain.accounts.create({ key: "practice", name: "Practice" });
      await domain.bundle.load(id, accountBundle(1, rows));
      return { domain, id };
    };
    const counted = (batches: readonly FeedBatch[]) => batches.reduce((sum, { count }) => sum + count, 0);

    it("is loaded without a fault, with everything that the catalog has", async () => {
      const { domain, id } = await load();
      expect(await domain.catalog.locations(id)).toHaveLength(12);
      const { read } = await domain.reviews.list(id, {});
      const all = await collect(read());
      expect(counted(all)).toBe(rows);
      const bytes = all.reduce((sum, { json }) => sum + json.length, 0) / rows;
      expect(bytes).toBeGreaterThan(600);
      expect(bytes).toBeLessThan(720);
    });

    it("has windows of exactly as many reviews as wanted", async () => {
      const { domain, id } = await load();
      for (const first of [0, 777, rows - 100]) {
        const { read } = await domain.reviews.list(id, windowOf(rows, first, 100));
        expect(counted(await collect(read()))).toBe(100);
      }
    });
  });
});
