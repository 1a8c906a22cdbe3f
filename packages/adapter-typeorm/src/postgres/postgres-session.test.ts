import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "@jest/globals";
import type { Instant, Phone, Submission } from "@repute/domain";
import { aSubmission, at } from "@repute/domain/testing";
import { Client } from "pg";
import { describeOnPostgres, emptyPostgres } from "../../test/on-postgres.js";
import type { Session, Value } from "../engine.js";
import { submissionStore } from "../stores/conversion-store.js";
import { type TestDatabase, testDatabase } from "../testing/index.js";
import { behind, freshPlans, postgresSession, valueArray, valueTypes } from "./postgres-session.js";

/** Creates work that ends when `release` is called. */
function held(log: string[], name: string) {
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  return { release, work: () => (log.push(name), gate) };
}

it("behind begins each job at once, and is done when all jobs are", async () => {
  const log: string[] = [];
  const all = behind();
  const [first, second] = [held(log, "first"), held(log, "second")];
  await all.begin(first.work);
  await all.begin(second.work);
  expect(log).toEqual(["first", "second"]);
  let isDone = false;
  const done = all.done().then(() => (isDone = true));
  second.release();
  await new Promise(setImmediate);
  expect([isDone, all.isDone()]).toEqual([false, false]);
  first.release();
  await done;
  expect(all.isDone()).toBe(true);
});

it("behind accepts at most four pending jobs", async () => {
  const log: string[] = [];
  const all = behind();
  const works = ["1", "2", "3", "4", "5"].map((name) => held(log, name));
  for (const { work } of works.slice(0, 4)) await all.begin(work);
  let isIn = false;
  const fifth = all.begin((works[4] as (typeof works)[number]).work).then(() => (isIn = true));
  await new Promise(setImmediate);
  expect(isIn).toBe(false);
  for (const { release } of works) release();
  await fifth;
  await all.settle();
  expect(log).toEqual(["1", "2", "3", "4", "5"]);
});

it("behind reports the first failure until it has settled, skips later jobs, and then starts over", async () => {
  const log: string[] = [];
  const all = behind();
  await all.begin(() => Promise.reject(new Error("full")));
  await all.begin(() => Promise.reject(new Error("not after a failure")));
  await expect(all.done()).rejects.toThrow("full");
  await expect(all.begin(async () => log.push("left out"))).rejects.toThrow("full");
  await expect(all.settle()).rejects.toThrow("full");
  await all.begin(async () => log.push("done"));
  await all.settle();
  expect(log).toEqual(["done"]);
});

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

const [slices, slice] = [30, 100];

describeOnPostgres("a unit of work that reads the table that it fills", () => {
  const open = emptyPostgres();
  let client: Client;
  let session: Session;
  beforeEach(async () => {
    client = new Client({ connectionString: open.own.url, types: valueTypes });
    await client.connect();
    session = postgresSession(client);
    await client.query("BEGIN; SET LOCAL enable_seqscan = off");
    await session.enter(open.mine);
  });
  afterEach(() => client.end());

  it("reads the rows that it looks up, not the whole table each time", async () => {
    const store = submissionStore(session);
    for (let time = 0; time < slices; time += 1) {
      const submissions = Array.from({ length: slice }, (_, index) => {
        const id = time * slice + index + 1;
        return aSubmission({ id: id as Submission["id"], at: (at("2026-03-05") + id * 1_000) as Instant });
      });
      const look = async () => [
        (await store.byIds(open.mine, submissions.map(({ id }) => id))).length,
        (await store.byKeys(open.mine, submissions)).length,
      ]; // prettier-ignore
      expect(await look()).toEqual([0, 0]);
      await store.save(open.mine, submissions);
      expect(await look()).toEqual([slice, slice]);
    }
    const { rows } = await client.query<{ readonly read: string }>(
      "SELECT idx_tup_fetch + seq_tup_read AS read FROM pg_stat_xact_user_tables WHERE relname = 'submissions'",
    );
    // Full scans for all lookups would read nine million rows. Only lookups in the first few hundred rows may scan.
    expect(Number(rows[0]?.read)).toBeLessThan(3_000_000);
  });

  it("leaves the error to the statement that failed", async () => {
    const wrote = freshPlans(client);
    const failing = expect(client.query("SELECT 1 / 0")).rejects.toMatchObject({ code: "22012" });
    await wrote("INSERT INTO submissions ...", slices * slice);
    await failing;
  });
});

describeOnPostgres("values in an array", () => {
  let own: TestDatabase;
  let client: Client;
  beforeAll(async () => {
    own = await testDatabase();
    client = new Client({ connectionString: own.url, types: valueTypes });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await own.drop();
  });

  const { MAX_SAFE_INTEGER: max, MIN_SAFE_INTEGER: min } = Number;

  it.each([
    ["integer", "bigint", [0, 1, -1, 4_294_967_295, 4_294_967_296, -4_294_967_296, -4_294_967_297, max, min, null]],
    ["real", "double precision", [0.1, -2.5e300, null, 3]],
    ["flag", "boolean", [true, null, false]],
    ["text", "text", ["", "plain", null, '"{quoted}", \\', "größer ☃ 🦷"]],
    ["integer", "bigint", []],
  ] as const)("are read back unchanged by the server if their kind is %s", async (kind, type, values) => {
    const rows = values.map((value): readonly Value[] => ["beside", value]);
    const array = valueArray(kind, rows, 1);
    const { rows: read } = await client.query(`SELECT value FROM unnest($1::${type}[]) AS value`, [array]);
    expect(read.map(({ value }) => value as unknown)).toEqual(values);
  });

  it("store byte arrays and strings as bytes", async () => {
    const array = valueArray("bytes", [[new Uint8Array([0, 255])], ["é"], [null]], 0);
    const { rows } = await client.query("SELECT encode(value, 'hex') AS hex FROM unnest($1::bytea[]) AS value", [
      array,
    ]);
    expect(rows).toEqual([{ hex: "00ff" }, { hex: "c3a9" }, { hex: null }]);
  });

  it.each([1.5, Number.NaN, 2 ** 53])("reject %d in an integer column", (value) => {
    expect(() => valueArray("integer", [[value]], 0)).toThrow("is not an integer");
  });
});
