import { describe, expect, it } from "@jest/globals";
import { keyBatch } from "./key-batch.js";

describe("a batch of keys", () => {
  it("hands rows out index by index, each in its order, some at a time", () => {
    const keys = keyBatch();
    keys.add({ phone: [[1, "+18015550143", 7, null]], digest: [[1, 900, 3]] });
    keys.add({ digest: [[1, 1_000, 2]], name: [] });
    const more = [
      [1, "+18015550142", 20, 5],
      [1, "+18015550143", 6, 4],
    ];
    keys.add({ phone: more, digest: [[1, 900, 1]] });
    expect([...keys.inOrder(2)]).toEqual([
      { phone: [more[0], more[1]] },
      { phone: [[1, "+18015550143", 7, null]] },
      {
        digest: [
          [1, 900, 1],
          [1, 900, 3],
        ],
      },
      { digest: [[1, 1_000, 2]] },
    ]);
  });

  it("is empty without any", () => {
    expect([...keyBatch().inOrder(2)]).toEqual([]);
  });
});
