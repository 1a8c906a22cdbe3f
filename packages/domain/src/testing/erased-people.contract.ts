import { type Fresh, freshStorage } from "./fresh-storage.js";
import { describe, expect, it } from "./runner.js";

export function erasedPeopleContract(fresh: Fresh): void {
  describe("the suppression list", () => {
    const open = freshStorage(fresh);
    const entry = (hash: string, person = hash) => ({ hash, person });
    const all = (account = open.mine) => open.storage.read(account, ({ erasedPeople }) => erasedPeople.all(account));
    const change = <T>(work: Parameters<typeof open.storage.transact<T>>[1]) => open.storage.transact(open.mine, work);

    it("keeps each hash once, for its account only", async () => {
      expect(await all()).toEqual([]);
      await change(async ({ erasedPeople }) => {
        await erasedPeople.add(open.mine, [entry("b", "a"), entry("a")]);
        await erasedPeople.add(open.mine, [entry("b", "a"), entry("b", "c")]);
        await erasedPeople.add(open.mine, []);
      });
      expect(await all()).toEqual(["a", "b"]);
      expect(await all(open.other)).toEqual([]);
    });

    it("removes all hashes of a person and no others", async () => {
      await change(({ erasedPeople }) =>
        erasedPeople.add(open.mine, [entry("a"), entry("b", "a"), entry("b", "c"), entry("c"), entry("d")]),
      );
      expect(await change(({ erasedPeople }) => erasedPeople.lift(open.mine, ["x"]))).toBe(0);
      expect(await change(({ erasedPeople }) => erasedPeople.lift(open.mine, ["a"]))).toBe(2);
      expect(await all()).toEqual(["b", "c", "d"]);
      expect(await change(({ erasedPeople }) => erasedPeople.lift(open.mine, ["b"]))).toBe(2);
      expect(await all()).toEqual(["d"]);
    });
  });
}
