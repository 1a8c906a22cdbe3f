import { type Fresh, freshStorage } from "./fresh-storage.js";
import { describe, expect, it } from "./runner.js";

export function cursorKeysContract(fresh: Fresh): void {
  describe("the key of change cursors", () => {
    const open = freshStorage(fresh);

    it("is unknown until it is saved, and belongs to one account", async () => {
      const key = "0f".repeat(32);
      await open.storage.transact(open.mine, async ({ cursorKeys }) => {
        expect(await cursorKeys.of(open.mine)).toBeUndefined();
        await cursorKeys.save(open.mine, key);
        expect(await cursorKeys.of(open.mine)).toBe(key);
      });
      expect(await open.storage.read(open.mine, ({ cursorKeys }) => cursorKeys.of(open.mine))).toBe(key);
      expect(await open.storage.read(open.other, ({ cursorKeys }) => cursorKeys.of(open.other))).toBeUndefined();
    });
  });

  describe("the epoch of an account", () => {
    const open = freshStorage(fresh);
    const inRead = (account = open.mine) => open.storage.read(account, ({ epochs }) => epochs.of(account));
    const save = (epoch: string) =>
      open.storage.transact(open.mine, async ({ epochs }) => {
        await epochs.save(open.mine, epoch);
        return epochs.of(open.mine);
      });

    it("is unknown until it is saved, belongs to one account, and is replaced by the next epoch", async () => {
      expect(await inRead()).toBeUndefined();
      expect(await save("0f".repeat(8))).toBe("0f".repeat(8));
      expect(await inRead()).toBe("0f".repeat(8));
      expect(await save("1e".repeat(8))).toBe("1e".repeat(8));
      expect(await inRead()).toBe("1e".repeat(8));
      expect(await inRead(open.other)).toBeUndefined();
    });
  });
}
