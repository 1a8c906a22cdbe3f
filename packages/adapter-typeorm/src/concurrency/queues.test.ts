import { describe, expect, it } from "@jest/globals";
import { unavailable } from "@repute/domain";
import { together } from "./queues.js";

describe("batched calls", () => {
  it("run together and return their own results", async () => {
    const seen: (readonly number[])[] = [];
    const double = together<number, number>(async (items) => {
      seen.push(items);
      return items.map((item) => 2 * item);
    });
    expect(await Promise.all([1, 2, 3, 4].map(double))).toEqual([2, 4, 6, 8]);
    expect(seen).toEqual([[1, 2, 3, 4]]);
    expect(await double(5)).toBe(10);
  });

  it("include calls that arrive during a batch in the next batch", async () => {
    const seen: (readonly number[])[] = [];
    const late: Promise<number>[] = [];
    const count = together<number, number>(async (items) => {
      if (seen.length === 0) late.push(count(2), count(3));
      seen.push(items);
      return items;
    });
    expect(await count(1)).toBe(1);
    expect(await Promise.all(late)).toEqual([2, 3]);
    expect(seen).toEqual([[1], [2, 3]]);
  });

  it("fail only for the items that cause the error", async () => {
    const seen: (readonly number[])[] = [];
    const refuse = together<number, number>(async (items) => {
      seen.push(items);
      if (items.includes(2)) throw new Error("no 2");
      return items;
    });
    const settled = await Promise.allSettled([1, 2, 3].map(refuse));
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(seen).toEqual([[1, 2, 3], [1], [2], [3]]);
    expect(await refuse(4)).toBe(4);
  });

  it("are tried once if the database is unavailable, and fail for that batch only", async () => {
    const busy = unavailable("database_busy", "the database is busy");
    let tries = 0;
    const away = together<number, number>(async (items) => {
      tries += 1;
      if (items.includes(2)) throw busy;
      return items;
    });
    const settled = await Promise.allSettled([1, 2, 3].map(away));
    expect(settled).toEqual([1, 2, 3].map(() => ({ status: "rejected", reason: busy })));
    expect(tries).toBe(1);
    expect(await away(4)).toBe(4);
  });

  it("are limited in size, so that no call waits for all others", async () => {
    const sizes: number[] = [];
    const count = together<number, number>(async (items) => {
      sizes.push(items.length);
      return items;
    });
    await Promise.all(Array.from({ length: 250 }, (_, item) => count(item)));
    expect(sizes).toEqual([100, 100, 50]);
  });
});
