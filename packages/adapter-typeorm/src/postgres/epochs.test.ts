import { expect, it } from "@jest/globals";
import { describeOnPostgres, emptyPostgres } from "../../test/on-postgres.js";

describeOnPostgres("the epoch of an account", () => {
  const open = emptyPostgres();
  const epoch = "0f".repeat(8);
  const save = () => open.storage.transact(open.mine, ({ epochs }) => epochs.save(open.mine, epoch));
  const found = () => open.storage.read(open.mine, ({ epochs }) => epochs.of(open.mine));

  it("is unknown after a dump of the rows was restored, even into the same table", async () => {
    await save();
    expect(await found()).toBe(epoch);
    await open.own.query("CREATE TEMP TABLE dump AS SELECT * FROM epochs; DELETE FROM epochs");
    await open.own.query("INSERT INTO epochs SELECT * FROM dump");
    expect(await found()).toBeUndefined();
    await save();
    expect(await found()).toBe(epoch);
  });

  it("survives maintenance that rewrites and freezes the table", async () => {
    await save();
    await open.own.query("VACUUM (FULL, FREEZE) epochs");
    expect(await found()).toBe(epoch);
  });
});
