import { expect, it } from "@jest/globals";
import { anEntry, readList } from "@repute/domain/testing";
import { describeOnPostgres, emptyPostgres } from "../../test/on-postgres.js";
import { testSegmentsOfTwoProcesses } from "../../test/segments-of-two-processes.js";

describeOnPostgres("cached segments on PostgreSQL", () => {
  const open = emptyPostgres();
  testSegmentsOfTwoProcesses(async () => ({
    one: open.storage,
    another: (await open.open()).storage,
    account: open.mine,
  }));

  it("are read from the database once, for uncompressed lists too", async () => {
    const entries = [1, 2, 3, 4, 5, 6].map((id) => anEntry({ id, json: JSON.stringify({ id }) }));
    await open.storage.transact(open.mine, ({ feed }) => feed.publish(open.mine, "reviews", entries));
    await open.storage.sealer.seal(open.mine, { bytes: 20 });
    let reads = 0;
    const { storage } = await open.traced((sql) => (reads += Number(sql.startsWith("SELECT deflated"))));
    const first = await readList(storage, open.mine, "reviews");
    expect(reads).toBeGreaterThan(0);
    reads = 0;
    expect(await readList(storage, open.mine, "reviews")).toEqual(first);
    expect(reads).toBe(0);
  });
});
