import { afterEach, expect, it } from "@jest/globals";
import { describeOnPostgres, emptyPostgres } from "../../test/on-postgres.js";

describeOnPostgres("trying to store data on PostgreSQL", () => {
  const at = emptyPostgres();
  const name = () => new URL(at.own.url).pathname.slice(1);
  afterEach(() => at.own.query(`ALTER DATABASE ${name()} RESET default_transaction_read_only`).then(() => {}));

  it("succeeds repeatedly and leaves no rows behind", async () => {
    await at.database.tryStoring();
    await at.database.tryStoring();
    expect(await at.own.query("SELECT FROM jobs")).toEqual([]);
  });

  it("fails while the database is read-only, and passes once it is writable", async () => {
    await at.own.query(`ALTER DATABASE ${name()} SET default_transaction_read_only = on`);
    const database = await at.open();
    await expect(database.tryStoring()).rejects.toMatchObject({ code: "database_failed" });
    await at.own.query(`ALTER DATABASE ${name()} RESET default_transaction_read_only`);
    await (await at.open()).tryStoring();
  });
});
