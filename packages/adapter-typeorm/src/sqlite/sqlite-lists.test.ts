import { describe, expect, it } from "@jest/globals";
import type { FeedBatch, FeedEntry, FeedSlice, Instant } from "@repute/domain";
import { anEntry, readList } from "@repute/domain/testing";
import Connection from "better-sqlite3";
import { freshDatabase } from "../../test/fresh-database.js";
import { testSegmentsOfTwoProcesses } from "../../test/segments-of-two-processes.js";

describe("lists on SQLite", () => {
  const open = freshDatabase({ lists: 1, readers: 1 });
  const publish = (entries: readonly FeedEntry[]) =>
    open.storage.transact(open.account, (stores) => stores.feed.publish(open.account, "reviews", entries));
  const start = (slice: FeedSlice = {}) =>
    open.storage.feed.read(open.account, "reviews", slice)[Symbol.asyncIterator]() as AsyncGenerator<FeedBatch, void>;
  const entriesOf = (count: number, size = 10, more: Partial<FeedEntry> = {}) =>
    Array.from({ length: count }, (_, index) => {
      const id = index + 1;
      return anEntry({ id, at: (id * 1_000) as Instant, json: `{"id":${id},"text":"${"x".repeat(size)}"}`, ...more });
    });
  const batches = async (slice: FeedSlice = {}) => {
    const all: FeedBatch[] = [];
    for await (const batch of start(slice)) all.push(batch);
    return all;
  };
  const isHeld = () => {
    const other = new Connection(open.file, { timeout: 0 });
    const [checkpoint] = other.pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[];
    other.close();
    return checkpoint?.busy === 1;
  };

  it("release the snapshot as soon as the reader leaves, and serve the next reader", async () => {
    await publish(entriesOf(1_000));
    const reader = start();
    expect((await reader.next()).value).toMatchObject({ count: 250 });
    await publish([anEntry({ id: 2_000 })]);
    expect(isHeld()).toBe(true);
    await reader.return();
    expect(isHeld()).toBe(false);
    expect((await readList(open.storage, open.account, "reviews")).count).toBe(1_001);
  });

  it("open nothing before the first batch is requested", async () => {
    await publish(entriesOf(10));
    start();
    await expect(start().next()).resolves.toMatchObject({ value: { count: 10 } });
  });

  it("wait in order of arrival when the limit is reached", async () => {
    await publish(entriesOf(1_000));
    const served: string[] = [];
    const first = start();
    await first.next();
    const waiting = ["second", "third"].map(async (name) => {
      const reader = start();
      await reader.next();
      served.push(name);
      await reader.return();
    });
    await expect(open.storage.read(open.account, async () => "small reads go on")).resolves.toBeDefined();
    expect(served).toEqual([]);
    await first.return();
    await Promise.all(waiting);
    expect(served).toEqual(["second", "third"]);
  });

  it("read one committed state each while units of work commit", async () => {
    const round = (text: string) =>
      publish(entriesOf(3_000).map((entry) => ({ ...entry, json: `{"round":"${text}"}` })));
    await round("first");
    const reader = start();
    const seen: string[] = [];
    for (let next = await reader.next(); !next.done; next = await reader.next()) {
      seen.push(Buffer.from(next.value.json).toString());
      if (seen.length === 1) await round("second");
    }
    expect(seen.length).toBeGreaterThan(1);
    const rounds = (items: readonly unknown[]) => new Set(items.map((item) => (item as { round: string }).round));
    expect(rounds(JSON.parse(`[${seen.join()}]`) as unknown[])).toEqual(new Set(["first"]));
    const after = await readList(open.storage, open.account, "reviews");
    expect(rounds(after.items)).toEqual(new Set(["second"]));
  });

  it("come in batches of half a megabyte at most, with short and long items", async () => {
    const long = entriesOf(60, 150_000).map((entry) => ({ ...entry, at: (entry.at + 3_000_000) as Instant, kind: 1 }));
    await publish([...entriesOf(3_000, 500), ...long, ...entriesOf(300, 20, { kind: 2 })]);
    const all = await batches();
    const lengths = all.map(({ json }) => json.length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(500_000);
    expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(3_360);
    expect(lengths.filter((length) => length > 300_000).length).toBeGreaterThan(15);
  });

  it("neither lose nor repeat items when a batch ends between items of the same time", async () => {
    const at = 2_000_000 as Instant;
    await publish([...entriesOf(100), ...entriesOf(700, 10, { at, kind: 1 }), ...entriesOf(100, 10, { kind: 2 })]);
    const texts = (await batches()).map(({ json }) => Buffer.from(json).toString());
    expect(texts.length).toBeGreaterThan(1);
    const ids = (JSON.parse(`[${texts.join()}]`) as { id: number }[]).map(({ id }) => id);
    const newestFirst = (count: number) => Array.from({ length: count }, (_, index) => count - index);
    const older = newestFirst(100).flatMap((id) => [id, id]);
    expect(ids).toEqual([...newestFirst(700), ...older]);
  });

  it("put an item that is longer than a batch into its own batch", async () => {
    await publish([
      ...entriesOf(5),
      anEntry({ id: 6, json: `{"text":"${"ü".repeat(1_000_000)}"}`, at: 2_500 as Instant }),
    ]);
    const all = await batches();
    expect(all.filter(({ json }) => json.length > 1_000).map(({ count }) => count)).toEqual([1]);
    expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(6);
  });

  it("count the bytes of the tail if the slice includes it", async () => {
    await publish(entriesOf(300, 10, { tail: `"tail":"${"y".repeat(9_000)}"` }));
    const withTail = await batches({ tail: true });
    expect(Math.max(...withTail.map(({ json }) => json.length))).toBeLessThanOrEqual(500_000);
    expect(withTail.length).toBeGreaterThan(2);
    expect((await batches()).map(({ count }) => count)).toEqual([250, 50]);
  });

  it("append a tail to an item without members", async () => {
    await publish([anEntry({ json: "{}", tail: '"questions":[]' })]);
    expect((await readList(open.storage, open.account, "reviews", { tail: true })).items).toEqual([{ questions: [] }]);
  });

  it("find the few entries that match a filter, and end without an empty batch", async () => {
    const rare = entriesOf(9_000).map((entry) => ({ ...entry, rating: entry.id === 8_900 || entry.id === 20 ? 5 : 1 }));
    await publish(rare);
    expect((await batches({ ratings: [5] })).map(({ count }) => count)).toEqual([1, 1]);
    expect((await batches({ ratings: [3] })).map(({ count }) => count)).toEqual([0]);
  });

  it("end with an error, not early, when the database closes during a read", async () => {
    await publish(entriesOf(1_000));
    const reader = start();
    await reader.next();
    const late = start().next();
    const refused = expect(late).rejects.toMatchObject({ code: "database_closed" });
    await open.database.close();
    await refused;
    await expect(reader.next()).rejects.toMatchObject({ kind: "unavailable", code: "database_closed" });
  });

  it("start over with each iteration", async () => {
    await publish(entriesOf(3));
    const list = open.storage.feed.read(open.account, "reviews", {});
    for (let round = 0; round < 2; round++) {
      let count = 0;
      for await (const batch of list) count += batch.count;
      expect(count).toBe(3);
    }
  });
});

describe("cached segments on SQLite", () => {
  const open = freshDatabase();
  testSegmentsOfTwoProcesses(async () => ({
    one: open.storage,
    another: (await open.openAgain()).storage,
    account: open.account,
  }));
});
