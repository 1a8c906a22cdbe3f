import { crc32 } from "node:zlib";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain } from "../../domain.js";
import { memoryPorts, stillClock } from "../../memory/memory-ports.js";
import type { Storage } from "../../ports.js";
import { anEntry, at, bundleOf } from "../../testing/builders.js";
import { addAccount } from "../../testing/fresh-storage.js";
import type { FeedBatch, FeedEntry } from "../feed/feed.js";
import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/times.js";
import type { ListQuery } from "./list-query.js";
import { type ListReading, readItems, readList } from "./read-list.js";

describe("reading a list", () => {
  const clock = stillClock();
  let storage: Storage;
  let reads: number;
  let mine: AccountId;
  beforeEach(async () => {
    clock.set(at("2026-06-01"));
    ({ storage } = memoryPorts({ clock }));
    mine = await addAccount(storage, "acme");
    reads = 0;
  });

  const publish = (...entries: FeedEntry[]) =>
    storage.transact(mine, (stores) => stores.feed.publish(mine, "conversions", entries));
  const onDay = (id: number, day: string, modified = day) => anEntry({ id, at: at(day), modifiedAt: at(modified) });

  /** Creates a list of conversions on a storage that counts its reads. */
  function list(query: ListQuery = {}, account = mine): Promise<ListReading> {
    const counting: Storage = {
      ...storage,
      read: (...read) => {
        reads += 1;
        return storage.read(...read);
      },
    };
    const rules = {
      start: "start_date",
      end: "end_date",
      startAlone: "next-24-hours",
      startExcludesModifiedSince: true,
    } as const;
    return readList({ storage: counting }, rules)(account, { list: "conversions" }, query);
  }

  async function pageOf(query: ListQuery) {
    const reading = await list(query);
    const texts: string[] = [];
    let page: ReturnType<ListReading["pageOf"]> | undefined;
    for await (const batch of reading.read("\n")) {
      page ??= reading.pageOf(batch);
      if (batch.count > 0) texts.push(new TextDecoder("utf-8", { fatal: true }).decode(batch.json));
    }
    const ids = texts.flatMap((text) => text.split("\n")).map((line) => (JSON.parse(line) as { id: number }).id);
    return { ids, watermark: page?.watermark, next: page?.next };
  }
  const ids = async (query: ListQuery) => (await pageOf(query)).ids;

  /** Returns the parameters for the next page. */
  const behind = ({ next }: { next?: string | undefined }) => ({ cursor: next ?? "there is none" });

  /** Follows the cursors and returns the ids of each page. */
  async function walk(query: ListQuery) {
    const pages: number[][] = [];
    for (let page = await pageOf(query); ; page = await pageOf({ ...query, ...behind(page) })) {
      pages.push(page.ids);
      if (page.next === undefined) return pages;
    }
  }
  const five = [
    onDay(1, "2026-03-01", "2026-05-01"),
    onDay(2, "2026-03-02", "2026-04-02"),
    onDay(10, "2026-03-02", "2026-04-01"),
    onDay(9, "2026-03-02", "2026-04-01"),
    onDay(3, "2026-03-03", "2026-03-03"),
  ];

  describe("a list", () => {
    it("returns all entries newest first without reading anything else", async () => {
      await publish(...five);
      expect(await pageOf({})).toEqual({ ids: [3, 10, 9, 2, 1], watermark: at("2026-06-01"), next: undefined });
      expect(await ids({ order: "desc", limit: "5" })).toEqual([3, 10, 9, 2, 1]);
      expect(reads).toBe(0);
    });

    it("supports oldest first", async () => {
      await publish(...five);
      expect(await ids({ order: "asc" })).toEqual([1, 2, 9, 10, 3]);
      expect(await ids({ order: "asc", start_date: "2026-03-02", end_date: "2026-03-02" })).toEqual([2, 9, 10]);
    });

    it("returns the same items with commas and with line feeds", async () => {
      await publish(...five);
      const { read } = await list();
      const texts = [];
      for await (const { json } of read()) texts.push(new TextDecoder("utf-8", { fatal: true }).decode(json));
      expect(JSON.parse(`[${texts.join(",")}]`)).toEqual([3, 10, 9, 2, 1].map((id) => ({ id })));
    });

    it("returns the column names of its use case", async () => {
      const read = readList({ storage }, { start: "date", end: "end", startAlone: "onward" });
      const { columns } = await read(mine, { list: "responses/4", columns: ["b", "a"] }, {});
      expect(columns).toEqual(["b", "a"]);
      expect(await list()).not.toHaveProperty("columns");
    });
  });

  describe("modified_since", () => {
    it("selects changes at that moment or later, whatever the item's time", async () => {
      await publish(...five);
      expect(await ids({ modified_since: "2026-04-01T00:00:00Z" })).toEqual([10, 9, 2, 1]);
      expect(await ids({ modified_since: "2026-04-01T00:00:01Z" })).toEqual([2, 1]);
      expect(await ids({ modified_since: "2026-04-01T00:00:00.001Z" })).toEqual([10, 9, 2, 1]);
      // A timestamp does not depend on the account's time zone, so the account is not read.
      expect(reads).toBe(0);
      expect(await ids({ modified_since: "2026-05-02" })).toEqual([]);
    });

    it("reads a date as midnight in the account's time zone", async () => {
      mine = await addAccount(storage, "denver", { timeZone: "America/Denver" as never });
      const changed = (id: number, moment: string) => anEntry({ id, modifiedAt: at(moment) });
      await publish(changed(1, "2026-03-01T06:59:59Z"), changed(2, "2026-03-01T07:00:00Z"));
      expect(await ids({ modified_since: "2026-03-01" })).toEqual([2]);
      expect(reads).toBe(1);
    });

    it("combines with the end of a window and rejects a start", async () => {
      await publish(...five);
      expect(await ids({ modified_since: "2026-04-01", end_date: "2026-03-01" })).toEqual([1]);
      await expect(list({ modified_since: "2026-04-01", start_date: "2026-03-01" })).rejects.toMatchObject({
        kind: "invalid",
        code: "conflicting_dates",
        message: "modified_since cannot be combined with start_date",
      });
    });

    it("combines with the start of a window if the list allows it", async () => {
      await publish(...five);
      const read = readList({ storage }, { start: "date", end: "end", startAlone: "onward" });
      const list = await read(mine, { list: "conversions" }, { date: "2026-03-02", modified_since: "2026-04-02" });
      for await (const { json } of list.read()) {
        expect(new TextDecoder("utf-8", { fatal: true }).decode(json)).toBe('{"id":2}');
      }
    });

    it("sorts by time of change in ascending order", async () => {
      await publish(...five);
      expect(await ids({ modified_since: "2026-04-01", order: "asc" })).toEqual([9, 10, 2, 1]);
    });

    it.each(["2026-02-30", "yesterday", "2026-03-01T10:00:00"])("rejects %j", async (text) => {
      await expect(list({ modified_since: text })).rejects.toMatchObject({
        code: "invalid_date",
        problems: [{ parameter: "modified_since" }],
      });
    });
  });

  describe("pages", () => {
    it.each<[ListQuery, number[][]]>([
      [{ limit: "2" }, [[3, 10], [9, 2], [1]]],
      [{ limit: "2", order: "asc" }, [[1, 2], [9, 10], [3]]],
      [{ limit: "1", order: "asc", modified_since: "2026-04-01" }, [[9], [10], [2], [1]]],
      [{ limit: "3", modified_since: "2026-04-01" }, [[10, 9, 2], [1]]],
      [{ limit: "5" }, [[3, 10, 9, 2, 1]]],
      [{ limit: "10000" }, [[3, 10, 9, 2, 1]]],
      [
        { limit: "2", end_date: "2026-03-02" },
        [
          [10, 9],
          [2, 1],
        ],
      ],
      [{ limit: "2", end_date: "2026-02-01" }, [[]]],
    ])("add up to the whole list: %j", async (query, expected) => {
      await publish(...five);
      expect(await walk(query)).toEqual(expected);
    });

    it("keep their limit unless the query changes it", async () => {
      await publish(...five);
      const first = await pageOf({ limit: "2" });
      const second = await pageOf(behind(first));
      expect(second).toMatchObject({ ids: [9, 2], next: expect.any(String) });
      expect(await ids({ ...behind(first), limit: "3" })).toEqual([9, 2, 1]);
      expect(await ids(behind(second))).toEqual([1]);
    });

    it("repeat the first page's watermark for the next modified_since", async () => {
      await publish(...five);
      const first = await pageOf({ limit: "2" });
      clock.set(at("2026-06-02"));
      await publish(onDay(11, "2026-03-04"));
      const second = await pageOf({ limit: "2", ...behind(first) });
      const third = await pageOf(behind(second));
      expect([second.ids, third.ids]).toEqual([[9, 2], [1]]);
      expect([first, second, third].map(({ watermark }) => watermark)).toEqual(Array(3).fill(at("2026-06-01")));
    });

    it("sorted by time of change return entries again that change in the meantime", async () => {
      await publish(...five);
      const query = { limit: "2", order: "asc", modified_since: "2026-04-01" } as const;
      const first = await pageOf(query);
      await publish(onDay(9, "2026-03-02", "2026-06-01"));
      expect(await walk({ ...query, ...behind(first) })).toEqual([[2, 1], [9]]);
    });

    it("continue from every possible position", async () => {
      const moments = [-62_000_000_000_000, -1_000, 0, 253_402_300_799_000];
      const entries = moments.map((moment, index) =>
        anEntry({ id: Number.MAX_SAFE_INTEGER - index, kind: index % 2, at: moment as Instant }),
      );
      await publish(...entries);
      expect((await walk({ limit: "1", order: "asc" })).flat()).toEqual(entries.map(({ id }) => id));
    });
  });

  describe("a cursor", () => {
    const cursor = async () => {
      await publish(...five);
      return (await pageOf({ limit: "2", end_date: "2026-03-03" })).next ?? "";
    };
    const refused = { kind: "invalid", code: "invalid_cursor", problems: [{ parameter: "cursor" }] };

    it("is short and needs no URL encoding", async () => {
      expect(await cursor()).toMatch(/^[\w-]{40,120}$/);
    });

    it.each<ListQuery>([
      {},
      { end_date: "2026-03-02" },
      { end_date: "2026-03-03", rating: "5" },
      { end_date: "2026-03-03", order: "asc" },
      { end_date: "2026-03-03", modified_since: "2026-03-01" },
      { end_date: "2026-03-03", custom_filters: "{}" },
    ])("is rejected with the other parameters %j", async (query) => {
      await expect(list({ ...query, limit: "2", cursor: await cursor() })).rejects.toMatchObject(refused);
    });

    it("is rejected by another list and another account", async () => {
      const query = { end_date: "2026-03-03", cursor: await cursor() };
      const other = await addAccount(storage, "zenith");
      await expect(list(query, other)).rejects.toMatchObject(refused);
      const read = readList({ storage }, { start: "start_date", end: "end_date", startAlone: "next-24-hours" });
      await expect(read(mine, { list: "calls" }, query)).rejects.toMatchObject(refused);
      await expect(read(mine, { list: "conversions" }, query)).resolves.toBeDefined();
    });

    it("leads only to rows of the account of the request if it is forged", async () => {
      const other = await addAccount(storage, "zenith");
      const entries = [onDay(101, "2026-03-01"), onDay(109, "2026-03-03")];
      await storage.transact(other, ({ feed }) => feed.publish(other, "conversions", entries));
      const [body] = Buffer.from(await cursor(), "base64url")
        .toString()
        .split(/\.(?=\w+$)/);
      const boundTo = JSON.stringify([other, "conversions", "newest", [["end_date", "2026-03-03"]]]);
      const checksum = crc32(`${body} ${boundTo}`).toString(16).padStart(8, "0");
      const forged = Buffer.from(`${body}.${checksum}`).toString("base64url");
      const texts: string[] = [];
      for await (const { json } of (await list({ end_date: "2026-03-03", cursor: forged }, other)).read("\n"))
        texts.push(new TextDecoder().decode(json));
      expect(texts.join("").match(/"id":\d+/g)).toEqual(['"id":101']);
    });

    it("is rejected if any character changes", async () => {
      const valid = await cursor();
      for (let index = 0; index < valid.length; index++) {
        const other = valid[index] === "A" ? "B" : "A";
        const changed = valid.slice(0, index) + other + valid.slice(index + 1);
        await expect(list({ end_date: "2026-03-03", cursor: changed })).rejects.toMatchObject(refused);
      }
    });

    it.each(["", "x", "!", "a b", "é", "AAAA", "=", "A".repeat(5_000), "MS4xLjEuMS4xLjEuMDAwMDAwMDA"])(
      "is rejected if it is %j",
      async (text) => {
        await expect(list({ cursor: text })).rejects.toMatchObject(refused);
      },
    );
  });

  describe("limit", () => {
    it.each(["0", "-1", "10001", "1.0", "1e3", " 5", "five", "0x10", "9".repeat(30), "", "٣"])(
      "rejects %j",
      async (text) => {
        await expect(list({ limit: text })).rejects.toMatchObject({
          kind: "invalid",
          code: "invalid_limit",
          message: "limit must be an integer from 1 to 10000",
          problems: [{ parameter: "limit" }],
        });
      },
    );
  });
});

describe("reading the items of a list", () => {
  const batch = (count: number, json: string, release?: () => void): FeedBatch => ({
    ...{ count, json: new TextEncoder().encode(json), watermark: at("2026-03-01") },
    ...(release && { delivery: { release } }),
  });

  async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
    const collected: Item[] = [];
    for await (const item of items) collected.push(item);
    return collected;
  }

  it("reads the items of a list in order", async () => {
    const domain = createDomain(memoryPorts());
    const { id } = await domain.accounts.create({ key: "acme", name: "Acme" });
    const review = (number: number, comment: string) => ({
      ...{ kind: "review", id: number, platform_id: 3, rating: 5, comment },
      create_time: `2026-03-0${number}T17:00:00Z`,
    });
    const platform = { kind: "platform", id: 3, name: "Google", is_survey: false };
    await domain.bundle.load(id, bundleOf([platform, review(1, "a,\nb"), review(2, "ü}{")]));
    const items = await collect(readItems(await domain.reviews.list(id, {})));
    expect(items).toMatchObject([
      { review_id: 2, comment: "ü}{" },
      { review_id: 1, comment: "a,\nb" },
    ]);
  });

  it("reads no items from an empty list", async () => {
    async function* read() {
      yield batch(0, "");
    }
    expect(await collect(readItems({ read }))).toEqual([]);
  });

  it("releases the memory of each batch, and stops reading when the caller stops", async () => {
    const events: string[] = [];
    async function* read() {
      try {
        yield batch(2, '{"a":1},{"a":2}', () => events.push("released"));
        yield batch(1, '{"a":3}', () => events.push("released"));
      } finally {
        events.push("closed");
      }
    }
    for await (const item of readItems<{ a: number }>({ read })) if (item.a === 2) break;
    expect(events).toEqual(["released", "closed"]);
  });
});
