import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { testServer } from "@repute/adapter-typeorm/testing";
import { reportFigure, scaled } from "../../../test/torture.js";
import { type FeedServer, feedServer } from "../test/feed-server.js";
import { duckdbPlace, type NamedPlace, postgresPlace, sqlitePlace } from "../test/places.js";

const root = join(__dirname, "../../..");
const fromSources = ["-C", "@repute/source", "-r", join(root, "test/from-sources.cjs")];
const reviews = 4_000;
const kills = scaled(4, 40);

const places: readonly (readonly [string, () => Promise<NamedPlace>])[] = [
  ["a SQLite file", sqlitePlace],
  ["a DuckDB file", duckdbPlace],
  ...(testServer() === undefined ? [] : [["a PostgreSQL database", () => postgresPlace()] as const]),
];

describe.each(places)("several pages stored in one transaction in %s", (name, fresh) => {
  let source: FeedServer;
  let place: NamedPlace;
  beforeAll(async () => {
    source = await feedServer();
    for (let id = 1; id <= reviews; id += 1) source.put("reviews", String(id), { review_id: id, groups: [id] });
    place = await fresh();
  });
  afterAll(async () => {
    await source.stop();
    await place.clear();
  });

  /** Copies in a separate process and kills it after a delay that starts when the first rows are stored. */
  async function copyFor(milliseconds: number) {
    const args = [...fromSources, join(__dirname, "../test/copying.cjs"), source.baseUrl, source.token, place.to];
    const copier = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const closed = once(copier, "close");
    await Promise.race([once(copier.stdout, "data"), closed]);
    copier.stdout.resume();
    if (milliseconds < Infinity) void setTimeout(milliseconds).then(() => copier.kill("SIGKILL"));
    await closed;
  }

  /** Expects exactly the rows before the cursor. Returns the number of rows. */
  async function expectExact(): Promise<number> {
    const [state] = (await place.read("_repute_copy")) ?? [];
    const at = Number(String(state?.["cursor"] ?? "a;;0;0").split(";")[2]);
    const ids = Array.from({ length: at }, (_, index) => String(index + 1)).sort();
    expect((await place.read("reviews"))?.map((row) => row["_id"])).toEqual(ids);
    expect((await place.read("review_groups"))?.map((row) => row["_id"])).toEqual(ids);
    return at;
  }

  it("are stored with their cursor or not at all when the copy process is killed", async () => {
    const reached: number[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      await copyFor((kill * 13) % 50);
      reached.push(await expectExact());
    }
    reportFigure(
      `${kills} copiers into ${name} were killed, the last one after ${String(reached.at(-1))} of ${reviews} rows`,
    );
    await copyFor(Infinity);
    expect(await expectExact()).toBe(reviews);
  });
});
