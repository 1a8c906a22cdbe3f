import { expect, it } from "@jest/globals";
import type { Phone } from "@repute/domain";
import { describeOnPostgres, emptyPostgres } from "../../../test/on-postgres.js";

const stop = (contact: string) => ({ contact: contact as Phone, since: null });
const [good, bad] = [stop("+18015550142"), stop("\0")];

describeOnPostgres("a unit of work that does not wait for its inserts", () => {
  const open = emptyPostgres({ writers: 1 });
  const stored = () => open.storage.read(open.mine, ({ stops }) => stops.among(open.mine, [good.contact]));

  it("fails completely when a row cannot be stored, even if no statement follows", async () => {
    const work = open.storage.transact(open.mine, async ({ stops }) => {
      await stops.save(open.mine, [good]);
      await stops.save(open.mine, [bad]);
    });
    await expect(work).rejects.toThrow("invalid byte sequence");
    expect(await stored()).toEqual([]);
  });

  it("reports an error at the next statement, and leaves nothing for the next unit of work", async () => {
    const work = open.storage.transact(open.mine, async ({ stops }) => {
      await stops.save(open.mine, [bad]);
      await stops.among(open.mine, [good.contact]);
      throw new Error("went on after a failure");
    });
    await expect(work).rejects.toThrow("invalid byte sequence");
    await open.storage.transact(open.mine, ({ stops }) => stops.save(open.mine, [good]));
    expect(await stored()).toEqual([good]);
  });

  it("waits for its inserts before it rolls back after its own error", async () => {
    const work = open.storage.transact(open.mine, async ({ stops }) => {
      await stops.save(open.mine, [good]);
      throw new Error("changed my mind");
    });
    await expect(work).rejects.toThrow("changed my mind");
    expect(await stored()).toEqual([]);
  });
});
