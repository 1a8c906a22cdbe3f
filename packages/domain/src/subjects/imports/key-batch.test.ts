import { describe, expect, it } from "@jest/globals";
import { keyBatch } from "./key-batch.js";

describe("a batch of keys", () => {
  it("returns rows index by index, in index order, in pages", () => {
    const keys = keyBatch();
    keys.add({ phone: [[1, "+18015550143", 7, null]], digest: [[1, 900, 3]] });
    keys.add({ digest: [[1, 1_000, 2]], name: [] });
    const more = [
      [1, "+18015550142", 20, 5],
      [1, "+18015550143", 6, 4],
    ];
    keys.add({ phone: more, digest: [[1, 900, 1]] });
    const handedOut = [
      { phone: [more[0], more[1]] },
      { phone: [[1, "+18015550143", 7, null]] },
      {
        digest: [
          [1, 900, 1],
          [1, 900, 3],
        ],
      },
      { digest: [[1, 1_000, 2]] },
    ];
    expect([...keys.takeInOrder(2)]).toEqual(handedOut);
    expect([...keys.takeInOrder(2)]).toEqual([]);
    keys.add({ digest: [[1, 800, null]] });
    expect([...keys.takeInOrder(2)]).toEqual([{ digest: [[1, 800, null]] }]);
  });

  it("sorts a large number of rows", () => {
    const keys = keyBatch();
    const members = Array.from({ length: 25_000 }, (_, index) => (index * 7_919) % 25_000);
    for (const member of members) keys.add({ digest: [[1, member]] });
    const all = [...keys.takeInOrder(4_000)];
    expect(all).toHaveLength(7);
    expect(all.flatMap(({ digest = [] }) => digest)).toEqual(members.map((_, index) => [1, index]));
  });

  it("rejects a string in a column of numbers, and a number in a column of strings", () => {
    const keys = keyBatch();
    keys.add({ phone: [["+18015550143", 7]] });
    expect(() => keys.add({ phone: [["+18015550143", "7"]] })).toThrow("a string was added");
    expect(() => keys.add({ phone: [[7, 7]] })).toThrow("a number was added");
  });

  it("returns nothing without rows", () => {
    expect([...keyBatch().takeInOrder(2)]).toEqual([]);
  });
});
