import { describe, expect, it } from "@jest/globals";
import { type KeyBatch, keyBatch } from "./key-batch.js";
import type { KeyRow } from "./key-table.js";

const keys = { name: "keys", add: async () => {} };

function rowsOf(batch: KeyBatch): (readonly KeyRow[])[] {
  const all: (readonly KeyRow[])[] = [];
  for (let page = batch.next(); page; page = batch.next()) all.push(page.rows);
  return all;
}

describe("a batch of keys", () => {
  it("returns rows index by index, in index order, in pages", () => {
    const batch = keyBatch(2);
    batch.add(keys, { phone: [[1, "+18015550143", 7, null]], digest: [[1, 900, 3]] });
    batch.add(keys, { digest: [[1, 1_000, 2]], name: [] });
    const more = [
      [1, "+18015550142", 20, 5],
      [1, "+18015550143", 6, 4],
    ];
    batch.add(keys, { phone: more, digest: [[1, 900, 1]] });
    expect(rowsOf(batch)).toEqual([
      more,
      [[1, "+18015550143", 7, null]],
      [
        [1, 900, 1],
        [1, 900, 3],
      ],
      [[1, 1_000, 2]],
    ]);
    expect(rowsOf(batch)).toEqual([]);
    batch.add(keys, { digest: [[1, 800, null]] });
    expect(rowsOf(batch)).toEqual([[[1, 800, null]]]);
  });

  it("keeps the rows of several tables apart", () => {
    const [batch, others] = [keyBatch(10), { ...keys, name: "others" }];
    batch.add(keys, { "": [[2]] });
    batch.add(others, { "": [[1]] });
    expect([batch.next(), batch.next(), batch.next()]).toEqual([
      { keys, rows: [[2]] },
      { keys: others, rows: [[1]] },
      undefined,
    ]);
  });

  it("reports whether pages are left", () => {
    const batch = keyBatch(1);
    batch.add(keys, { digest: [[1], [2]] });
    const left = [1, 2].map(() => [batch.next()?.rows, batch.prepare()]);
    expect(left).toEqual([
      [[[1]], true],
      [[[2]], false],
    ]);
  });

  it("rejects rows while pages are left", () => {
    const batch = keyBatch(1);
    batch.add(keys, { digest: [[1], [2]] });
    batch.next();
    expect(() => batch.add(keys, { digest: [[3]] })).toThrow("must be settled");
    expect(rowsOf(batch)).toEqual([[[2]]]);
    batch.add(keys, { digest: [[3]] });
    expect(rowsOf(batch)).toEqual([[[3]]]);
  });

  it("sorts a large number of rows", () => {
    const batch = keyBatch(4_000);
    const members = Array.from({ length: 25_000 }, (_, index) => (index * 7_919) % 25_000);
    for (const member of members) batch.add(keys, { digest: [[1, member]] });
    const all = rowsOf(batch);
    expect(all).toHaveLength(7);
    expect(all.flat()).toEqual(members.map((_, index) => [1, index]));
  });

  it("rejects a string in a column of numbers, and a number in a column of strings", () => {
    const batch = keyBatch(2);
    batch.add(keys, { phone: [["+18015550143", 7]] });
    expect(() => batch.add(keys, { phone: [["+18015550143", "7"]] })).toThrow("a string was added");
    expect(() => batch.add(keys, { phone: [[7, 7]] })).toThrow("a number was added");
  });

  it("returns nothing without rows", () => {
    expect(rowsOf(keyBatch(2))).toEqual([]);
  });
});
