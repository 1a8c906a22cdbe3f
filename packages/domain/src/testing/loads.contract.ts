import type { AccountId } from "../foundation/kernel/ids.js";
import { plus, second } from "../foundation/kernel/instant.js";
import type { LoadStore, StoredLoad } from "../foundation/loads/load-store.js";
import { type Fresh, freshStorage } from "./fresh-storage.js";
import { describe, expect, it } from "./runner.js";

const aLoad = (overrides: Partial<StoredLoad> = {}): StoredLoad => ({
  ...{ staging: "a", isComplete: false, isDiscarded: false, changed: { review: 5 }, removed: { call: 1 } },
  ...overrides,
});

const part = (step: number, position: number, body = `[{"line":${position},"value":"ä\\u0007"}]`) => ({
  ...{ step, position, body },
});

export function loadsContract(fresh: Fresh): void {
  describe("the load store", () => {
    const open = freshStorage(fresh);
    const write = <T>(work: (loads: LoadStore) => Promise<T>, account: AccountId = open.mine) =>
      open.storage.transact(account, ({ loads }) => work(loads));
    const read = <T>(
      work: (loads: Pick<LoadStore, "last" | "next" | "abandoned">) => Promise<T>,
      account = open.mine,
    ) => open.storage.read(account, ({ loads }) => work(loads));

    it("returns the last load of each account", async () => {
      expect(await read((loads) => loads.last(open.mine))).toBeUndefined();
      await write((loads) => loads.save(open.mine, aLoad()));
      const ended = aLoad({ staging: "b", isComplete: true, isDiscarded: true, removed: {} });
      await write((loads) => loads.save(open.mine, ended));
      await write((loads) => loads.save(open.other, aLoad({ staging: "c" })), open.other);
      expect(await read((loads) => loads.last(open.mine))).toEqual(ended);
      expect(await read((loads) => loads.last(open.other), open.other)).toEqual(aLoad({ staging: "c" }));
    });

    it("returns staged parts by step and position, and removes them", async () => {
      await write((loads) => loads.stage(open.mine, "a", [part(50, 0), part(50, 10)], open.start));
      await write((loads) => loads.stage(open.mine, "a", [part(50, 2), part(7, 3)], plus(open.start, second)));
      await write((loads) => loads.stage(open.mine, "b", [part(1, 0)], open.start));
      await write((loads) => loads.stage(open.other, "a", [part(2, 0)], open.start), open.other);
      await read(async (loads) => {
        expect(await loads.next(open.mine, "a")).toEqual(part(7, 3));
        expect(await loads.next(open.mine, "a", part(7, 3))).toEqual(part(50, 0));
        expect(await loads.next(open.mine, "a", part(50, 0))).toEqual(part(50, 2));
        expect(await loads.next(open.mine, "a", part(50, 2))).toEqual(part(50, 10));
        expect(await loads.next(open.mine, "a", part(50, 10))).toBeUndefined();
      });
      await write(async (loads) => {
        expect([await loads.count(open.mine, "a"), await loads.count(open.mine, "none")]).toEqual([4, 0]);
        expect(await loads.first(open.mine, "a")).toEqual({ step: 7, position: 3 });
        await loads.remove(open.mine, "a", part(7, 3));
        expect(await loads.first(open.mine, "a")).toEqual({ step: 50, position: 0 });
        expect(await loads.first(open.mine, "none")).toBeUndefined();
      });
      expect(await read((loads) => loads.next(open.other, "a"), open.other)).toEqual(part(2, 0));
    });

    it("stores long parts unchanged", async () => {
      const long = part(1, 0, JSON.stringify(Array.from({ length: 20_000 }, (_, index) => `😀 line ${index}`)));
      await write((loads) => loads.stage(open.mine, "a", [long], open.start));
      expect(await read((loads) => loads.next(open.mine, "a"))).toEqual(long);
    });

    it("discards all parts of a staging name in batches, and no others", async () => {
      const parts = Array.from({ length: 45 }, (_, position) => part(50, position));
      await write((loads) => loads.stage(open.mine, "a", parts, open.start));
      await write((loads) => loads.stage(open.mine, "b", [part(50, 0)], open.start));
      await write((loads) => loads.stage(open.other, "a", [part(50, 0)], open.start), open.other);
      let removed = 0;
      for (let some = 1; some > 0; removed += some) some = await write((loads) => loads.discard(open.mine, "a"));
      expect(removed).toBe(45);
      await write(async (loads) => {
        expect([await loads.count(open.mine, "a"), await loads.count(open.mine, "b")]).toEqual([0, 1]);
      });
      expect(await write((loads) => loads.count(open.other, "a"), open.other)).toBe(1);
    });

    it("reports undecided parts as abandoned once all of them are old", async () => {
      const later = plus(open.start, second);
      await write(async (loads) => {
        await loads.stage(open.mine, "abandoned", [part(1, 0), part(1, 1)], open.start);
        await loads.stage(open.mine, "growing", [part(1, 0)], open.start);
        await loads.stage(open.mine, "growing", [part(1, 1)], later);
        await loads.stage(open.mine, "decided", [part(1, 0)], open.start);
        await loads.save(open.mine, aLoad({ staging: "decided" }));
      });
      expect(await read((loads) => loads.abandoned(open.mine, later))).toEqual(["abandoned"]);
      expect(await read((loads) => loads.abandoned(open.other, later), open.other)).toEqual([]);
    });
  });
}
