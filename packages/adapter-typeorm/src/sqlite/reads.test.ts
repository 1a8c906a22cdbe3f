import { describe, expect, it } from "@jest/globals";
import { aPlatform } from "@repute/domain/testing";
import { freshDatabase } from "../../test/fresh-database.js";

describe("reads on SQLite", () => {
  const open = freshDatabase({ readers: 1 });
  const platforms = async () =>
    (await open.storage.read(open.account, ({ catalog }) => catalog.read(open.account, "platforms"))).platforms;
  const save = () =>
    open.storage.transact(open.account, ({ catalog }) => catalog.save(open.account, { platforms: [aPlatform()] }));

  it("may be nested: the inner one sees what was committed since the outer one began", async () => {
    await open.storage.read(open.account, async ({ catalog }) => {
      expect((await catalog.read(open.account, "platforms")).platforms).toEqual([]);
      await save();
      expect(await platforms()).toEqual([aPlatform()]);
      expect((await catalog.read(open.account, "platforms")).platforms).toEqual([]);
    });
  });

  it("never wait for a unit of work that waits for them", async () => {
    let begun = () => {};
    const outerBegan = new Promise<void>((resolve) => (begun = resolve));
    const unit = open.storage.transact(open.account, async () => {
      await outerBegan;
      return platforms();
    });
    const outer = open.storage.read(open.account, async () => {
      begun();
      await save();
      return "saved";
    });
    await expect(Promise.all([unit, outer])).resolves.toEqual([[], "saved"]);
  });

  it("give their connection back when they throw", async () => {
    await expect(open.storage.read(open.account, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await platforms()).toEqual([]);
  });
});
