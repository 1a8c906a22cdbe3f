import * as fc from "fast-check";
import type {
  FeedBatch,
  FeedEntry,
  FeedFilter,
  FeedId,
  FeedList,
  FeedOrder,
  FeedPosition,
  FeedSlice,
} from "../foundation/feed/feed.js";
import { currentFingerprint } from "../foundation/feed/item-fingerprints.js";
import type { AccountId } from "../foundation/kernel/ids.js";
import type { Instant } from "../foundation/kernel/times.js";
import { everyId, naively, nameOf, repetitions, slices as anySlices, steps } from "./arbitraries.js";
import { anEntry, at } from "./builders.js";
import { type Fresh, freshStorage, readList } from "./fresh-storage.js";
import { describe, expect, it } from "./runner.js";

const decoder = new TextDecoder("utf-8", { fatal: true });

export function feedContract(fresh: Fresh): void {
  describe("a list", () => {
    const open = freshStorage(fresh);
    const publish = (account: AccountId, list: FeedList, ...entries: FeedEntry[]) =>
      open.storage.transact(account, (stores) => stores.feed.publish(account, list, entries));
    const remove = (account: AccountId, list: FeedList, ...ids: FeedId[]) =>
      open.storage.transact(account, (stores) => stores.feed.remove(account, list, ids));
    const ids = async (list: FeedList = "reviews", slice: FeedSlice = {}, account = open.mine) =>
      (await readList(open.storage, account, list, slice)).items.map(({ id }) => id);

    it("returns one empty batch with the account's watermark if it is empty", async () => {
      await publish(open.mine, "invites", anEntry());
      const batches = [];
      for await (const batch of open.storage.feed.read(open.mine, "reviews", {})) batches.push(batch);
      expect(batches).toEqual([{ count: 0, json: expect.objectContaining({ length: 0 }), watermark: open.start }]);
    });

    it("is sorted by time, kind and numeric id, all descending", async () => {
      const same = at("2026-03-02");
      await publish(
        open.mine,
        "conversions",
        anEntry({ id: 9, at: same }),
        anEntry({ id: 10, at: same }),
        anEntry({ id: 2, at: same, kind: 1 }),
        anEntry({ id: 99, at: at("2026-03-03") }),
        anEntry({ id: 1, at: at("2026-03-01") }),
      );
      expect(await ids("conversions")).toEqual([99, 2, 10, 9, 1]);
    });

    it("includes the window's start and excludes its end", async () => {
      const window = { from: at("2026-03-01"), to: at("2026-03-02") };
      await publish(
        open.mine,
        "reviews",
        anEntry({ id: 1, at: (window.from - 1_000) as Instant }),
        anEntry({ id: 2, at: window.from }),
        anEntry({ id: 3, at: (window.to - 1_000) as Instant }),
        anEntry({ id: 4, at: window.to }),
      );
      expect(await ids("reviews", { window })).toEqual([3, 2]);
      expect(await ids("reviews", { window: { from: window.from } })).toEqual([4, 3, 2]);
      expect(await ids("reviews", { window: { to: window.from } })).toEqual([1]);
    });

    it("keeps entries with one of the ratings, and no entries without a rating", async () => {
      await publish(
        open.mine,
        "reviews",
        ...[1, 2, 3].map((rating) => anEntry({ id: rating, rating })),
        anEntry({ id: 9 }),
      );
      expect(await ids("reviews", { ratings: [1, 3] })).toEqual([3, 1]);
      expect(await ids("reviews", { ratings: [] })).toEqual([]);
    });

    it("replaces an entry by kind and id and moves it to its new time", async () => {
      await publish(
        open.mine,
        "reviews",
        anEntry({ id: 1, at: at("2026-03-01") }),
        anEntry({ id: 2, at: at("2026-03-02") }),
      );
      await publish(open.mine, "reviews", anEntry({ id: 1, at: at("2026-03-03"), json: '{"id":1,"new":true}' }));
      expect((await readList(open.storage, open.mine, "reviews")).items).toEqual([{ id: 1, new: true }, { id: 2 }]);
    });

    it("keeps the last of two entries with the same id in one call", async () => {
      await publish(
        open.mine,
        "reviews",
        anEntry({ json: '{"first":1}' }),
        anEntry({ json: '{"last":1}', at: at("2026-01-01") }),
      );
      expect((await readList(open.storage, open.mine, "reviews")).items).toEqual([{ last: 1 }]);
    });

    it("loses only the removed entries", async () => {
      await publish(open.mine, "reviews", anEntry({ id: 1 }), anEntry({ id: 2 }), anEntry({ id: 2, kind: 1 }));
      await publish(open.mine, "invites", anEntry({ id: 1 }));
      await remove(open.mine, "reviews", { kind: 0, id: 2 }, { kind: 0, id: 77 });
      expect(await ids("reviews")).toEqual([2, 1]);
      expect(await ids("invites")).toEqual([1]);
    });

    it("keeps the time of change of marked entries published again unchanged, and loses the rest", async () => {
      const entries = Array.from({ length: 1_200 }, (_, index) => anEntry({ id: index + 10 }));
      const earlier = { modifiedAt: open.start };
      await publish(open.mine, "reviews", ...entries, ...[1, 2, 3, 4].map((id) => anEntry({ id, ...earlier })));
      await publish(open.mine, "responses/10", anEntry({ id: 1, ...earlier, tail: '"a":1' }), anEntry({ id: 2 }));
      await publish(open.other, "reviews", anEntry({ id: 1, ...earlier }));
      const now = (open.start + 60_000) as Instant;
      open.clock.set(now);
      const later = { modifiedAt: now };
      await open.storage.transact(open.mine, async ({ feed }) => {
        await feed.mark(open.mine);
        await feed.publish(
          open.mine,
          "reviews",
          [1, 2].map((id) => anEntry({ id, ...later })),
        );
        await feed.publish(open.mine, "reviews", [anEntry({ id: 3, ...later, json: '{"id":3,"new":true}' })]);
        await feed.publish(open.mine, "responses/10", [anEntry({ id: 1, ...later, tail: '"a":2' })]);
        await feed.sweep(open.mine, currentFingerprint);
        await feed.publish(open.mine, "reviews", [anEntry({ id: 2, ...later })]);
      });
      expect(await ids()).toEqual([3, 2, 1]);
      expect(await ids("reviews", { modifiedSince: now })).toEqual([3, 2]);
      expect(await ids("responses/10", { modifiedSince: now })).toEqual([1]);
      expect(await ids("reviews", { modifiedSince: now }, open.other)).toEqual([]);
      expect(await ids("reviews", {}, open.other)).toEqual([1]);
    });

    it("keeps the time of change of unchanged entries in a unit of work that keeps times", async () => {
      const [now, next] = [(open.start + 60_000) as Instant, (open.start + 120_000) as Instant];
      await publish(open.mine, "reviews", ...[1, 2, 3].map((id) => anEntry({ id, modifiedAt: open.start })));
      await publish(open.mine, "responses/10", anEntry({ id: 1, modifiedAt: open.start, tail: '"a":1' }));
      open.clock.set(now);
      await open.storage.transact(open.mine, async ({ feed }) => {
        await feed.keepTimes(open.mine);
        await feed.publish(open.mine, "reviews", [
          anEntry({ id: 1, modifiedAt: now }),
          anEntry({ id: 2, modifiedAt: now, json: '{"id":2,"new":true}' }),
          anEntry({ id: 4, modifiedAt: now }),
        ]);
        await feed.publish(open.mine, "responses/10", [anEntry({ id: 1, modifiedAt: now, tail: '"a":2' })]);
      });
      expect(await ids("reviews", { modifiedSince: now })).toEqual([4, 2]);
      expect(await ids("responses/10", { modifiedSince: now })).toEqual([1]);
      expect(await ids()).toEqual([4, 3, 2, 1]);
      await publish(open.mine, "reviews", anEntry({ id: 3, modifiedAt: next }));
      expect(await ids("reviews", { modifiedSince: next })).toEqual([3]);
    });

    it("is empty after marking and sweeping, unlike other accounts' lists", async () => {
      await publish(open.mine, "reviews", anEntry());
      await publish(open.mine, "responses/10", anEntry());
      await publish(open.other, "reviews", anEntry());
      open.clock.set(open.start + 60_000);
      await open.storage.transact(open.mine, async ({ feed }) => {
        await feed.mark(open.mine);
        await feed.sweep(open.mine, currentFingerprint);
      });
      expect(await readList(open.storage, open.mine, "reviews")).toEqual({
        ...{ items: [], count: 0, watermark: open.start + 60_000, next: undefined },
      });
      expect(await ids("responses/10")).toEqual([]);
      expect(await ids("reviews", {}, open.other)).toEqual([1]);
    });

    it("shows the members of the tail only on request", async () => {
      await publish(
        open.mine,
        "responses/10",
        anEntry({ json: '{"id":1,"né":"ü"}', tail: '"questions":["ß"]' }),
        anEntry({ id: 2 }),
      );
      const read = async (slice: FeedSlice) => (await readList(open.storage, open.mine, "responses/10", slice)).items;
      expect(await read({})).toEqual([{ id: 2 }, { id: 1, né: "ü" }]);
      expect(await read({ tail: true })).toEqual([{ id: 2 }, { id: 1, né: "ü", questions: ["ß"] }]);
    });

    it("is separate from other accounts and lists", async () => {
      await publish(open.mine, "reviews", anEntry({ id: 1 }));
      await publish(open.other, "reviews", anEntry({ id: 1, json: '{"id":"theirs"}' }));
      await publish(open.mine, "responses/1", anEntry({ id: 11 }));
      await publish(open.mine, "responses/10", anEntry({ id: 110 }));
      await remove(open.other, "reviews", { kind: 0, id: 1 });
      expect(await ids("reviews")).toEqual([1]);
      expect(await ids("reviews", {}, open.other)).toEqual([]);
      expect(await ids("responses/1")).toEqual([11]);
    });

    it("has the epoch of the account, if one is stored", async () => {
      const epochs = async (slice: FeedSlice) => {
        const found = [];
        for await (const { epoch } of open.storage.feed.read(open.mine, "reviews", slice)) found.push(epoch);
        return found;
      };
      const slices: readonly FeedSlice[] = [
        {},
        { order: "oldest" },
        { page: { limit: 1 } },
        { window: { from: at("2026-03-01") } },
      ];
      for (const slice of slices) expect(await epochs(slice)).toEqual([undefined]);
      await open.storage.transact(open.mine, ({ epochs: store }) => store.save(open.mine, "0f".repeat(8)));
      for (const slice of slices) expect(await epochs(slice)).toEqual(["0f".repeat(8)]);
    });

    it("has the time of the last publishing unit of work as its watermark", async () => {
      const watermark = async () => (await readList(open.storage, open.mine, "reviews")).watermark - open.start;
      await publish(open.mine, "reviews", anEntry());
      expect(await watermark()).toBe(0);
      open.clock.set(open.start + 60_000);
      await publish(open.mine, "reviews");
      await remove(open.mine, "reviews", { kind: 0, id: 404 });
      await publish(open.other, "reviews", anEntry());
      expect(await watermark()).toBe(0);
      await remove(open.mine, "reviews", { kind: 0, id: 1 });
      expect(await watermark()).toBe(60_000);
    });

    it("shows one snapshot during a read, despite concurrent commits", async () => {
      const entries = Array.from({ length: 6_000 }, (_, index) =>
        anEntry({ id: index + 1, at: (index * 1_000) as Instant }),
      );
      await publish(open.mine, "reviews", ...entries);
      let count = 0;
      for await (const batch of open.storage.feed.read(open.mine, "reviews", {})) {
        if (count === 0) await remove(open.mine, "reviews", ...entries);
        count += batch.count;
      }
      expect(count).toBe(6_000);
      expect(await ids()).toEqual([]);
    });

    it("is passed to the beforehand callback from the same snapshot", async () => {
      const entries = Array.from({ length: 6_000 }, (_, index) =>
        anEntry({ id: index + 1, at: (index * 1_000) as Instant, tail: '"more":true' }),
      );
      await publish(open.mine, "reviews", ...entries);
      let before = "";
      const reading = open.storage.feed.read(open.mine, "reviews", { tail: true, separator: "\n" }, async (batches) => {
        for await (const { json } of batches) before += `${decoder.decode(json)}\n`;
        await remove(open.mine, "reviews", ...entries);
      });
      let after = "";
      for await (const { json } of reading) after += `${decoder.decode(json)}\n`;
      expect(after.split("\n")).toHaveLength(6_001);
      expect(after === before).toBe(true);
      expect(await ids()).toEqual([]);
    });

    it("is not read if the beforehand callback fails", async () => {
      await publish(open.mine, "reviews", anEntry());
      const reading = open.storage.feed.read(open.mine, "reviews", {}, () => Promise.reject(new Error("not measured")));
      await expect(reading[Symbol.asyncIterator]().next()).rejects.toThrow("not measured");
      expect(await ids()).toHaveLength(1);
    });

    it("can be abandoned after the first batch and read again", async () => {
      await publish(open.mine, "reviews", ...[1, 2, 3].map((id) => anEntry({ id })));
      for await (const _ of open.storage.feed.read(open.mine, "reviews", {})) break;
      expect(await ids()).toEqual([3, 2, 1]);
    });
  });
}

const orders = ["newest", "oldest", "modified"] as const satisfies readonly FeedOrder[];
const inOrder: Readonly<Record<FeedOrder, (ids: number[]) => number[]>> = {
  newest: (ids) => [...ids].reverse(),
  oldest: (ids) => ids,
  modified: (ids) => ids,
};

export function feedSliceContract(fresh: Fresh): void {
  describe("a slice of a list", () => {
    const open = freshStorage(fresh);
    const publish = (...entries: FeedEntry[]) =>
      open.storage.transact(open.mine, (stores) => stores.feed.publish(open.mine, "reviews", entries));
    const remove = (...ids: FeedId[]) =>
      open.storage.transact(open.mine, (stores) => stores.feed.remove(open.mine, "reviews", ids));
    const read = (slice: FeedSlice) => readList(open.storage, open.mine, "reviews", slice);
    const ids = async (slice: FeedSlice) => (await read(slice)).items.map(({ id }) => id);
    const batches = async (slice: FeedSlice) => {
      const all: FeedBatch[] = [];
      for await (const batch of open.storage.feed.read(open.mine, "reviews", slice)) all.push(batch);
      return all;
    };
    const second = (seconds: number) => (open.start + seconds * 1_000) as Instant;
    /** Creates entries with ids from 1. Each entry was created and changed one second after the previous entry. */
    const inTime = (count: number, more: Partial<FeedEntry> = {}) =>
      Array.from({ length: count }, (_, index) =>
        anEntry({ id: index + 1, at: second(index + 1), modifiedAt: second(index + 1), ...more }),
      );

    describe("in an order", () => {
      it("sorts by time, kind and id from the oldest, or by time of change", async () => {
        await publish(
          anEntry({ id: 10, at: second(2), modifiedAt: second(8) }),
          anEntry({ id: 9, at: second(2), modifiedAt: second(9) }),
          anEntry({ id: 8, at: second(2), modifiedAt: second(8), kind: 1 }),
          anEntry({ id: 7, at: second(1), modifiedAt: second(9) }),
          anEntry({ id: 6, at: second(3), modifiedAt: second(7) }),
        );
        expect(await ids({ order: "oldest" })).toEqual([7, 9, 10, 8, 6]);
        expect(await ids({ order: "newest" })).toEqual([6, 8, 10, 9, 7]);
        expect(await ids({ order: "modified" })).toEqual([6, 10, 8, 7, 9]);
      });

      it.each(orders)("includes the window's start and excludes its end: %s", async (order) => {
        await publish(...inTime(6));
        const inWindow = (window: FeedSlice["window"] & object) => ids({ window, order });
        expect(await inWindow({ from: second(2), to: second(5) })).toEqual(inOrder[order]([2, 3, 4]));
        expect(await inWindow({ from: second(5) })).toEqual(inOrder[order]([5, 6]));
        expect(await inWindow({ to: second(2) })).toEqual([1]);
        expect(await inWindow({ from: second(4), to: second(4) })).toEqual([]);
      });

      it.each(orders)("keeps changes at or after an instant, with and without a window: %s", async (order) => {
        await publish(...inTime(6));
        expect(await ids({ modifiedSince: second(4), order })).toEqual(inOrder[order]([4, 5, 6]));
        const window = { to: second(6) };
        expect(await ids({ modifiedSince: second(5), window, order })).toEqual([5]);
        expect(await ids({ modifiedSince: second(7), order })).toEqual([]);
      });

      it.each(orders)("returns few and many changes in the same order: %s", async (order) => {
        const count = 5_100;
        await publish(...inTime(count));
        for (const since of [1, 50, 200, 5_000]) {
          const expected = inOrder[order](Array.from({ length: count + 1 - since }, (_, index) => since + index));
          const slice = { modifiedSince: second(since), order };
          expect(await ids(slice)).toEqual(expected);
          const first = await read({ ...slice, page: { limit: 99 } });
          const next = await read({ ...slice, page: { limit: 9, after: first.next as FeedPosition } });
          expect([...first.items, ...next.items].map(({ id }) => id)).toEqual(expected.slice(0, 108));
        }
      });
    });

    describe("as a page", () => {
      it.each(orders)("has the next position only if more entries follow: %s", async (order) => {
        await publish(...inTime(7));
        const all = inOrder[order]([1, 2, 3, 4, 5, 6, 7]);
        const first = await read({ order, page: { limit: 3 } });
        expect(first.items.map(({ id }) => id)).toEqual(all.slice(0, 3));
        expect(first.next).toEqual({ kind: 0, id: all[2], at: second(all[2] ?? 0) });
        const exact = await read({ order, page: { limit: 4, after: first.next as FeedPosition } });
        expect(exact.items.map(({ id }) => id)).toEqual(all.slice(3));
        expect(exact.next).toBeUndefined();
        const beyond = { kind: 0, id: all[6] ?? 0, at: second(all[6] ?? 0) };
        expect(await read({ order, page: { limit: 4, after: beyond } })).toMatchObject({ items: [], next: undefined });
      });

      it.each(orders)("loses and repeats no entries with equal times: %s", async (order) => {
        await publish(...[2, 10, 9].flatMap((id) => [0, 1].map((kind) => anEntry({ id, kind }))));
        const whole = await ids({ order });
        const walked: unknown[] = [];
        let after: FeedPosition | undefined;
        do {
          const { items, next } = await read({ order, page: { limit: 1, ...(after && { after }) } });
          walked.push(...items.map(({ id }) => id));
          after = next;
        } while (after);
        expect(walked).toEqual(whole);
      });

      it("continues after the previous page despite new entries", async () => {
        await publish(...inTime(5));
        const page = async (order: FeedOrder, after?: FeedPosition) =>
          read({ order, page: { limit: 2, ...(after && { after }) } });
        const first = await page("newest");
        await publish(anEntry({ id: 99, at: second(99) }), anEntry({ id: 98, at: second(4), kind: 1 }));
        expect((await page("newest", first.next)).items.map(({ id }) => id)).toEqual([3, 2]);
        await remove({ kind: 0, id: 4 });
        expect((await page("newest", first.next)).items.map(({ id }) => id)).toEqual([3, 2]);
      });

      it("contains only entries in its window and filter", async () => {
        await publish(...inTime(40).map((entry) => ({ ...entry, rating: 1 + (entry.id % 4) })));
        const slice = { window: { from: second(9), to: second(33) }, ratings: [1], order: "oldest" } as const;
        const first = await read({ ...slice, page: { limit: 5 } });
        expect(first.items.map(({ id }) => id)).toEqual([12, 16, 20, 24, 28]);
        expect(first.next).toEqual({ kind: 0, id: 28, at: second(28) });
        const last = await read({ ...slice, page: { limit: 5, after: first.next as FeedPosition } });
        expect(last).toMatchObject({ items: [{ id: 32 }], next: undefined });
        const outside = { kind: 0, id: 1, at: second(1) };
        expect((await read({ ...slice, page: { limit: 1, after: outside } })).items).toEqual([{ id: 12 }]);
      });

      it("may be longer than a batch, with the next position in the first batch", async () => {
        await publish(...inTime(6_000));
        const page = await batches({ page: { limit: 5_500 } });
        expect(page.length).toBeGreaterThan(1);
        expect(page.reduce((sum, { count }) => sum + count, 0)).toBe(5_500);
        expect(page.map(({ next }) => next?.id)).toEqual(page.map((_, index) => (index === 0 ? 501 : undefined)));
        const rest = await batches({ page: { limit: 5_500, after: page[0]?.next as FeedPosition } });
        expect(rest.reduce((sum, { count }) => sum + count, 0)).toBe(500);
        expect(rest.map(({ next }) => next)).toEqual(rest.map(() => undefined));
      });
    });

    it("finds few matching entries in a long list without empty batches", async () => {
      const rare = inTime(9_000).map((entry) => ({ ...entry, locationId: entry.id === 20 ? 1 : 2 }));
      await publish(...rare, anEntry({ id: 9_100, at: second(9_100), locationId: 1 }));
      for (const order of orders) {
        const found = await batches({ order, filter: { locationIds: [1] } });
        expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(2);
        expect(found.every(({ count }) => count > 0)).toBe(true);
        const none = await batches({ order, filter: { locationIds: [3] } });
        expect(none.map(({ count }) => count)).toEqual([0]);
      }
    });

    it("finds changes alike, whether few or thousands of entries changed", async () => {
      const entries = shuffledChanges(6_000).map(([id, modified]) =>
        anEntry({
          id,
          kind: id % 2,
          at: second(id % 1_999),
          modifiedAt: second(modified),
          providerId: id % 5,
          rating: 1 + (id % 5),
        }),
      );
      await publish(...entries);
      const others: FeedSlice[] = [
        ...[{}, { window: { from: second(900), to: second(950) } }, { ratings: [2, 3] }],
        ...[{ filter: { providerIds: [1, 2] } }, { filter: { members: { locationIds: [], providerIds: [4] } } }],
      ];
      const changes = [0, 999, 1_000, 5_990, 5_999, 6_000].map((since) => ({ modifiedSince: second(since) }));
      const slices = changes.flatMap((since) =>
        orders.flatMap((order) => others.map((other) => ({ ...other, ...since, order }))),
      );
      for (const slice of slices) {
        const expected = naively(entries, slice);
        expect((await read(slice)).items).toEqual(expected);
        const first = await read({ ...slice, page: { limit: 1_700 } });
        const next = first.next && (await read({ ...slice, page: { limit: 6_000, after: first.next } }));
        expect([...first.items, ...(next?.items ?? [])]).toEqual(expected);
      }
    }, 120_000);

    it("puts its separator only between items", async () => {
      await publish(...inTime(600));
      for (const separator of [",", "\n"] as const) {
        const decoder = new TextDecoder("utf-8", { fatal: true });
        const texts = (await batches({ order: "oldest", separator })).map(({ json }) => decoder.decode(json));
        const expected = Array.from({ length: 600 }, (_, index) => `{"id":${index + 1}}`);
        expect(texts.join(separator)).toBe(expected.join(separator));
      }
      const [line] = await batches({ window: { from: at("2027-01-01") }, separator: "\n" });
      expect(line).toMatchObject({ count: 0, json: { length: 0 } });
    });

    it("equals a naive filter and sort, whole and by page, after any changes", async () => {
      await fc.assert(
        fc.asyncProperty(steps, anySlices, fc.integer({ min: 1, max: 4 }), async (done, slice, limit) => {
          await remove(...everyId);
          const naive = new Map<string, FeedEntry>();
          for (const { published, removed } of done) {
            await publish(...published);
            await remove(...removed);
            for (const entry of published) naive.set(nameOf(entry), entry);
            for (const id of removed) naive.delete(nameOf(id));
          }
          const expected = naively([...naive.values()], slice);
          const { items, count, next } = await read(slice);
          expect({ items, count, next }).toEqual({ items: expected, count: expected.length, next: undefined });
          for (let after: FeedPosition | undefined, start = 0; after !== undefined || start === 0; start += limit) {
            const page = await read({ ...slice, page: { limit, ...(after && { after }) } });
            expect(page.items).toEqual(expected.slice(start, start + limit));
            expect(page.next !== undefined).toBe(start + limit < expected.length);
            after = page.next;
          }
        }),
        repetitions(100),
      );
    }, 120_000);
  });
}

/** Returns pairs of an id from 1 to `count` and a number from 0 to `count` - 1. The numbers are shuffled. */
const shuffledChanges = (count: number): readonly (readonly [number, number])[] =>
  Array.from({ length: count }, (_, index) => [index + 1, (index * 3_571) % count]);

export function feedFilterContract(fresh: Fresh): void {
  describe("a filtered list", () => {
    const open = freshStorage(fresh);
    const publish = (...entries: FeedEntry[]) =>
      open.storage.transact(open.mine, (stores) => stores.feed.publish(open.mine, "reviews", entries));
    const remove = (...ids: FeedId[]) =>
      open.storage.transact(open.mine, (stores) => stores.feed.remove(open.mine, "reviews", ids));
    const ids = async (slice: FeedSlice) =>
      (await readList(open.storage, open.mine, "reviews", slice)).items.map(({ id }) => id);
    const filtered = (filter: FeedFilter) => ids({ filter, order: "oldest" });
    const withField = (name: string, ...values: string[]) => filtered({ fields: [{ name, values }] });
    const second = (seconds: number) => (open.start + seconds * 1_000) as Instant;

    it("keeps entries of the locations and providers, and no entries without them", async () => {
      await publish(
        anEntry({ id: 1, locationId: 1, providerId: 7 }),
        anEntry({ id: 2, locationId: 1, providerId: null }),
        anEntry({ id: 3, locationId: 2, providerId: 7 }),
        anEntry({ id: 4, locationId: null, providerId: 8 }),
      );
      expect(await filtered({ locationIds: [1] })).toEqual([1, 2]);
      expect(await filtered({ locationIds: [2, 1, 1] })).toEqual([1, 2, 3]);
      expect(await filtered({ providerIds: [7, 8, 7] })).toEqual([1, 3, 4]);
      expect(await filtered({ locationIds: [1], providerIds: [7] })).toEqual([1]);
      expect(await filtered({ locationIds: [3] })).toEqual([]);
    });

    it("keeps entries of any of a group's locations or providers that match all other conditions", async () => {
      await publish(
        anEntry({ id: 1, locationId: 1, providerId: 7 }),
        anEntry({ id: 2, locationId: 1, providerId: null, fields: { ward: "b" } }),
        anEntry({ id: 3, locationId: 2, providerId: 8, rating: 5 }),
        anEntry({ id: 4, locationId: null, providerId: 9 }),
      );
      const members = { locationIds: [1], providerIds: [8] };
      expect(await filtered({ members })).toEqual([1, 2, 3]);
      expect(await filtered({ members, providerIds: [7, 8] })).toEqual([1, 3]);
      expect(await filtered({ members, locationIds: [2] })).toEqual([3]);
      expect(await filtered({ members, fields: [{ name: "ward", values: ["b"] }] })).toEqual([2]);
      expect(await ids({ filter: { members }, ratings: [5] })).toEqual([3]);
      expect(await filtered({ members: { locationIds: [], providerIds: [9] } })).toEqual([4]);
    });

    it("is empty for an empty set of ids, and complete without a filter", async () => {
      await publish(anEntry({ locationId: 1, providerId: 7, fields: { ward: "a" } }), anEntry({ id: 2 }));
      expect(await filtered({ locationIds: [] })).toEqual([]);
      expect(await filtered({ providerIds: [] })).toEqual([]);
      expect(await filtered({ members: { locationIds: [], providerIds: [] } })).toEqual([]);
      expect(await withField("ward")).toEqual([]);
      expect(await filtered({ fields: [] })).toEqual([1, 2]);
      expect(await filtered({})).toEqual([1, 2]);
    });

    it("keeps entries with a requested value in every named custom field", async () => {
      await publish(
        anEntry({ id: 1, fields: { ward: "a", floor: "1" } }),
        anEntry({ id: 2, fields: { ward: "b", floor: "1" } }),
        anEntry({ id: 3, fields: { ward: "a", floor: "2" } }),
        anEntry({ id: 4, fields: { floor: "a" } }),
      );
      expect(await withField("ward", "a")).toEqual([1, 3]);
      expect(await withField("ward", "a", "b", "a")).toEqual([1, 2, 3]);
      expect(await withField("Ward", "a")).toEqual([]);
      const both = (ward: string[], floor: string[]) =>
        filtered({
          fields: [
            { name: "ward", values: ward },
            { name: "floor", values: floor },
          ],
        });
      expect(await both(["a", "b"], ["1"])).toEqual([1, 2]);
      expect(await both(["a"], ["3"])).toEqual([]);
      expect(await both(["a"], [])).toEqual([]);
      expect(await filtered({ fields: ["a", "b"].map((value) => ({ name: "ward", values: [value] })) })).toEqual([]);
    });

    it("compares names and values of custom fields exactly", async () => {
      const odd = [
        "__proto__",
        "constructor",
        "o'clock",
        'say "x"',
        "a,b",
        "{}",
        "%",
        "\\n",
        "$1",
        "@v1",
        "n\u00e9",
        "ne\u0301",
      ];
      const texts = [...odd, "", " ", "A", "a", "🦷", "-- x", "line\nfeed", "NULL", "1", "1.0"];
      const fieldOf = (name: string, value: string) => Object.fromEntries([[name, value]]);
      await publish(
        ...texts.map((text, index) => anEntry({ id: index + 1, fields: fieldOf(text, "v") })),
        ...texts.map((text, index) => anEntry({ id: index + 101, fields: fieldOf("n", text) })),
      );
      for (const [index, text] of texts.entries()) {
        expect(await withField(text, "v")).toEqual([index + 1]);
        expect(await withField("n", text)).toEqual([index + 101]);
      }
      expect(await withField("toString", "v")).toEqual([]);
    });

    it("compares long values completely", async () => {
      const long = "ü".repeat(50_000);
      await publish(anEntry({ fields: { [long]: long } }), anEntry({ id: 2, fields: { [long]: `${long}.` } }));
      expect(await withField(long, long)).toEqual([1]);
      expect(await withField(long, `${long}.`)).toEqual([2]);
    });

    it("accepts a thousand ids and values at once", async () => {
      const entries = Array.from({ length: 20 }, (_, index) => anEntry({ id: index + 1 }));
      await publish(...entries.map((entry) => ({ ...entry, locationId: entry.id, providerId: entry.id })));
      await publish(anEntry({ id: 30, at: second(30), fields: { ward: "w600" }, locationId: 600 }));
      const thousand = Array.from({ length: 1_000 }, (_, index) => index + 11);
      expect(await filtered({ locationIds: thousand, providerIds: thousand })).toHaveLength(10);
      expect(await filtered({ members: { locationIds: thousand, providerIds: [1] } })).toHaveLength(12);
      expect(await withField("ward", ...thousand.map((number) => `w${number}`))).toEqual([30]);
    });

    it("uses the custom fields of the last published version", async () => {
      await publish(anEntry({ id: 1, fields: { ward: "a", floor: "1" } }), anEntry({ id: 2, fields: {} }));
      await publish(
        anEntry({ id: 1, at: second(9), fields: { ward: "b" } }),
        anEntry({ id: 2, fields: { ward: "a" } }),
      );
      expect([await withField("ward", "a"), await withField("ward", "b")]).toEqual([[2], [1]]);
      expect(await withField("floor", "1")).toEqual([]);
      expect(await ids({ window: { from: second(9) }, filter: { fields: [{ name: "ward", values: ["b"] }] } })).toEqual(
        [1],
      );
      await publish(anEntry({ id: 2, fields: {} }));
      expect(await withField("ward", "a")).toEqual([]);
    });

    it("ignores custom fields of removed and swept entries, even when the entries return", async () => {
      const inWard = [1, 2].map((id) => anEntry({ id, fields: { ward: "a" } }));
      await publish(...inWard);
      await remove({ kind: 0, id: 1 });
      expect(await withField("ward", "a")).toEqual([2]);
      await publish(anEntry({ id: 1 }));
      expect(await withField("ward", "a")).toEqual([2]);
      await open.storage.transact(open.mine, async ({ feed }) => {
        await feed.mark(open.mine);
        await feed.sweep(open.mine, currentFingerprint);
      });
      await publish(anEntry({ id: 2 }));
      expect(await withField("ward", "a")).toEqual([]);
    });

    it("ignores custom fields of other lists, kinds and accounts", async () => {
      const inWard = (more: Partial<FeedEntry>) => anEntry({ fields: { ward: "a" }, ...more });
      await publish(anEntry({ id: 1 }), inWard({ id: 1, kind: 1, json: '{"id":11}' }));
      await open.storage.transact(open.mine, ({ feed }) => feed.publish(open.mine, "invites", [inWard({ id: 1 })]));
      await open.storage.transact(open.other, async ({ feed }) => {
        await feed.publish(open.other, "reviews", [inWard({ id: 1 }), inWard({ id: 2 })]);
        await feed.remove(open.other, "reviews", [{ kind: 0, id: 2 }]);
      });
      expect(await withField("ward", "a")).toEqual([11]);
      await open.storage.transact(open.other, async ({ feed }) => {
        await feed.mark(open.other);
        await feed.sweep(open.other, currentFingerprint);
      });
      expect(await withField("ward", "a")).toEqual([11]);
    });
  });
}
