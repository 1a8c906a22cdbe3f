import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { parquetPlace } from "../../test/places.js";
import { targetContract } from "../../test/target.contract.js";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { partRows, readManifest } from "./export-parts.js";
import { parquetTarget } from "./parquet-target.js";

targetContract("a folder of Parquet files", parquetPlace);

describe("the Parquet target", () => {
  it("rewrites only parts that changed, and removes outdated files", async () => {
    const folder = await temporaryFolder();
    const target = await parquetTarget(folder.path);
    await target.open({ source: "s", lists: ["locations", "providers"] });
    const row = (id: number, name: string) => ({
      ...{ id: String(id), changedAt: "2026-03-01T00:00:00+00:00", checksum: 1, item: { id, location_name: name } },
    });
    const rows = Array.from({ length: partRows + 2 }, (_, index) => row(index + 1, "a"));
    await target.apply([{ list: "locations", upserts: rows, deletes: [] }], "c1", true);
    const filesOf = async () => (await readdir(join(folder.path, "locations"))).sort();
    expect(await filesOf()).toEqual(["00000-1.parquet", "00001-1.parquet"]);
    await target.apply([{ list: "locations", upserts: [row(partRows + 1, "b")], deletes: [] }], "c2", true);
    expect(await filesOf()).toEqual(["00000-1.parquet", "00001-2.parquet"]);
    expect(await readdir(join(folder.path, "providers"))).toEqual(["00000-1.parquet"]);
    expect((await readManifest(folder.path))?.cursor).toBe("c2");
    await target.close();
    await folder.remove();
  });

  it("splits a file with long rows into several row groups", async () => {
    const folder = await temporaryFolder();
    const target = await parquetTarget(folder.path);
    await target.open({ source: "s", lists: ["locations"] });
    const upserts = Array.from({ length: 5 }, (_, id) => {
      const item = { id, location_name: "x".repeat(8_000_000) };
      return { id: String(id), changedAt: "2026-03-01T00:00:00+00:00", checksum: 1, item };
    });
    await target.apply([{ list: "locations", upserts, deletes: [] }], "c1", true);
    const file = await asyncBufferFromFile(join(folder.path, "locations", "00000-1.parquet"));
    const { row_groups: groups } = await parquetMetadataAsync(file);
    expect(groups.map(({ num_rows: rows }) => Number(rows))).toEqual([2, 2, 1]);
    const rows = await parquetReadObjects({ file, columns: ["_id"] });
    expect(rows.map(({ _id }) => _id as unknown)).toEqual(["0", "1", "2", "3", "4"]);
    await target.close();
    await folder.remove();
  });
});
