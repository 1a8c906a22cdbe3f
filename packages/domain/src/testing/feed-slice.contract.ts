import * as fc from "fast-check";
import type { FeedBatch, FeedEntry, FeedId, FeedOrder, FeedPosition, FeedSlice } from "../foundation/feed/feed.js";
import type { Instant } from "../foundation/kernel/instant.js";
import { anEntry, at } from "./builders.js";
import { everyId, naively, nameOf, slices as anySlices, steps } from "./feed-arbitraries.js";
import { type Fresh, freshStorage, readList } from "./fresh-storage.js";
import { repetitions } from "./repetitions.js";
import { describe, expect, it } from "./runner.js";

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
