import { expect, it } from "@jest/globals";
import Database from "better-sqlite3";
import { sqlitePlace } from "../../test/places.js";
import { targetContract } from "../../test/target.contract.js";

targetContract("a SQLite file", sqlitePlace);

const origin = { source: "https://repute.example.com", lists: undefined };
const upsert = { id: "1", changedAt: "2026-03-01T12:00:00+00:00", checksum: 1, item: { id: 1, location_name: "Main" } };

it("a SQLite target continues a copy of a version that did not record its tables, except tables of unknown lists", async () => {
  const place = await sqlitePlace();
  const before = await place.open();
  await before.open(origin);
  await before.apply([{ list: "locations", upserts: [upsert], deletes: [] }], "c1", true);
  await before.apply([{ list: "payroll", upserts: [upsert], deletes: [] }], "c2", true);
  await before.close();
  const database = new Database(place.to.replace("sqlite:", ""));
  database.exec("DROP TABLE _repute_tables");
  database.close();

  const after = await place.open();
  expect(await after.open(origin)).toBe("c2");
  await after.apply([{ list: "locations", upserts: [], deletes: ["1"] }], "c3", true);
  expect(await place.read("locations")).toEqual([]);
  await after.startOver();
  const page = [{ list: "payroll", upserts: [], deletes: ["1"] }];
  await expect(after.apply(page, "d1", true)).rejects.toMatchObject({ code: "target_in_use" });
  expect(await place.read("payroll")).toHaveLength(1);
  await after.close();
  await place.clear();
});
