import { hour, minute, plus } from "../foundation/kernel/instant.js";
import { type Fresh, freshStorage } from "./fresh-storage.js";
import { describe, expect, it } from "./runner.js";

export function jobsContract(fresh: Fresh): void {
  describe("a job", () => {
    const open = freshStorage(fresh);
    const after = (milliseconds: number) => plus(open.start, milliseconds);
    const take = (holder: string, at = 0, due = 0) =>
      open.storage.jobs.take("nightly", { holder, now: after(at), until: after(at + minute), due: after(due) });
    const finish = (holder: string, began = 0) => open.storage.jobs.finish("nightly", holder, after(began));

    it("has one holder among concurrent requests", async () => {
      const outcomes = await Promise.all(Array.from({ length: 20 }, (_, index) => take(`process ${index}`)));
      expect(outcomes.filter((isTaken) => isTaken)).toHaveLength(1);
    });

    it("stays with its holder while the lease is renewed", async () => {
      expect(await take("one")).toBe(true);
      expect(await take("one", minute - 1)).toBe(true);
      expect(await take("other", 2 * minute - 2)).toBe(false);
      expect(await take("other", 2 * minute - 1)).toBe(true);
      expect(await take("one", 2 * minute)).toBe(false);
    });

    it("is free after its run, and its next run is separate", async () => {
      await take("one", 5);
      await finish("one", 5);
      expect(await take("other", 10, 5)).toBe(false);
      expect(await take("one", 10, 4)).toBe(false);
      expect(await take("other", hour, 6)).toBe(true);
      expect(await take("one", hour, 6)).toBe(false);
    });

    it("cannot be finished by another holder", async () => {
      await finish("one");
      await take("one");
      await finish("other", hour);
      expect(await take("other", 1)).toBe(false);
      expect(await take("other", minute, hour)).toBe(true);
      await finish("one", hour);
      expect(await take("other", minute + 1, hour)).toBe(true);
    });
  });
}
