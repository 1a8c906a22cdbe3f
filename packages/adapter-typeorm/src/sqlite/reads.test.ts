import { describe, expect, it } from "@jest/globals";
import { aCredential, anAuditRecord, aPlatform } from "@repute/domain/testing";
import { freshDatabase } from "../../test/fresh-database.js";

describe("reads on SQLite", () => {
  const open = freshDatabase({ readers: 1 });
  const platforms = async () =>
    (await open.storage.read(open.account, ({ catalog }) => catalog.read(open.account, "platforms"))).platforms;
  const save = () =>
    open.storage.transact(open.account, ({ catalog }) => catalog.save(open.account, { platforms: [aPlatform()] }));

  it("may be nested, and the inner read sees commits since the outer read began", async () => {
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

  it("return their connection when they throw", async () => {
    await expect(open.storage.read(open.account, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await platforms()).toEqual([]);
  });
});

describe("a credential on SQLite", () => {
  const open = freshDatabase();

  it("is read again as soon as another process commits to the file", async () => {
    const { account } = open;
    const [mine, others] = [open.storage.credentials, (await open.openAgain()).storage.credentials];
    const added = await mine.add(account, aCredential(), "hash-1", () => anAuditRecord());
    const isRevoked = async () => (await mine.byHash("hash-1"))?.credential.revoked;
    expect([await isRevoked(), await isRevoked()]).toEqual([false, false]);
    for (const revoked of [true, false, true]) {
      await others.save(account, { ...added, revoked }, anAuditRecord());
      expect([await isRevoked(), await isRevoked()]).toEqual([revoked, revoked]);
    }
    await mine.save(account, { ...added, revoked: false }, anAuditRecord());
    expect(await isRevoked()).toBe(false);
  });
});
