import { describe, expect, it } from "@jest/globals";
import type { Fresh } from "./fresh-storage.js";
import { freshStorage } from "./fresh-storage.js";

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
}
