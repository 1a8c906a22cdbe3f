import type { FeedEntry, FeedId, FeedList, FeedSlice } from "../foundation/feed/feed.js";
import { currentFingerprint } from "../foundation/feed/item-fingerprints.js";
import type { AccountId } from "../foundation/kernel/ids.js";
import type { Instant } from "../foundation/kernel/instant.js";
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
