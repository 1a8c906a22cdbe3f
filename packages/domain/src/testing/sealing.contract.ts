import * as fc from "fast-check";
import type {
  ChangeSlice,
  FeedBatch,
  FeedEntry,
  FeedId,
  FeedList,
  FeedSlice,
  Progress,
} from "../foundation/feed/feed.js";
import type { Instant } from "../foundation/kernel/times.js";
import { everyId, naively, nameOf, repetitions, steps } from "./arbitraries.js";
import { anEntry } from "./builders.js";
import { type Fresh, freshStorage, readChanges, readList, requireLast } from "./fresh-storage.js";
import { beforeEach, describe, expect, it } from "./runner.js";

/** Maximum segment size in bytes. It is small so that a few entries fill many segments. */
const bytes = 60;

export function sealingContract(fresh: Fresh): void {
  describe("a sealed list", () => {
    const open = freshStorage(fresh);
    const decoder = new TextDecoder("utf-8", { fatal: true });
    const change = (
      work: (feed: Parameters<Parameters<typeof open.storage.transact>[1]>[0]["feed"]) => Promise<void>,
    ) => open.storage.transact(open.mine, ({ feed }) => work(feed));
    const publish = (list: FeedList, ...entries: FeedEntry[]) =>
      change((feed) => feed.publish(open.mine, list, entries));
    const remove = (list: FeedList, ...ids: FeedId[]) => change((feed) => feed.remove(open.mine, list, ids));
    const seal = () => open.storage.sealer.seal(open.mine, { bytes });
    const second = (seconds: number) => (open.start + seconds * 1_000) as Instant;
    const inTime = (count: number) =>
      Array.from({ length: count }, (_, index) => anEntry({ id: index + 1, at: second(index + 1) }));

    /** Returns the batches of a list. Some batches may be compressed. */
    async function batchesOf(list: FeedList, slice: FeedSlice = {}): Promise<FeedBatch[]> {
      const all: FeedBatch[] = [];
      for await (const batch of open.storage.feed.read(open.mine, list, { ...slice, packed: true })) all.push(batch);
      requireLast(all);
      return all;
    }

    /** Returns the items of batches. Checks that the count of each batch is correct. */
    function itemsOf(batches: readonly FeedBatch[]): unknown[] {
      const texts = batches.map(({ count, json, delivery: { packed } = {} }) => {
        const held = packed ? packed.map((items) => open.unpack?.(items) ?? json) : [json];
        const items = JSON.parse(`[${held.map((bytes) => decoder.decode(bytes)).join()}]`) as unknown[];
        expect(items).toHaveLength(count);
        return items;
      });
      return texts.flat();
    }
    const read = async (list: FeedList, slice?: FeedSlice) => itemsOf(await batchesOf(list, slice));
    const ids = async (slice?: FeedSlice) => (await read("reviews", slice)).map((item) => (item as { id: number }).id);
    const packedIn = async (slice?: FeedSlice) =>
      (await batchesOf("reviews", slice)).reduce((sum, { delivery }) => sum + (delivery?.packed?.length ?? 0), 0);
    const countdown = (from: number, to = 1) => Array.from({ length: from - to + 1 }, (_, index) => from - index);

    it("is unchanged with hundreds of segments, some of them removed again", async () => {
      await publish("reviews", ...inTime(1_500));
      const sealed = await seal();
      expect(sealed > 256).toBe(open.unpack !== undefined);
      await remove("reviews", { kind: 0, id: 300 }, { kind: 0, id: 340 });
      const left = countdown(1_500).filter((id) => id !== 300 && id !== 340);
      expect(await ids()).toEqual(left);
      const window = { from: second(20), to: second(1_480) };
      expect(await ids({ window })).toEqual(left.filter((id) => id >= 20 && id < 1_480));
      expect(itemsOf(await batchesOf("reviews", { page: { limit: 1_400 } }))).toHaveLength(1_400);
      if (open.unpack) expect(await seal()).toBe(2);
      expect(await seal()).toBe(0);
      expect(await ids()).toEqual(left);
    });

    it("is unchanged, whole and in a window", async () => {
      await publish("reviews", ...inTime(60));
      const sealed = await seal();
      expect(sealed > 0).toBe(open.unpack !== undefined);
      expect(await packedIn()).toBe(sealed);
      expect(await ids()).toEqual(countdown(60));
      expect(await ids({ window: { from: second(17), to: second(44) } })).toEqual(countdown(43, 17));
      expect(await ids({ window: { from: second(100) } })).toEqual([]);
    });

    it("is compressed only on request, in the default order and without a filter", async () => {
      await publish("reviews", ...inTime(30));
      await seal();
      const slices: FeedSlice[] = [
        { order: "oldest" },
        { ratings: [1] },
        { filter: { locationIds: [1] } },
        { page: { limit: 20 } },
        { separator: "\n" },
      ];
      for (const slice of slices) expect(await packedIn(slice)).toBe(0);
      for await (const { delivery } of open.storage.feed.read(open.mine, "reviews", {})) {
        expect(delivery?.packed).toBeUndefined();
      }
    });

    it("belongs to one account", async () => {
      await publish("reviews", ...inTime(30));
      await seal();
      expect(await ids()).toEqual(countdown(30));
      for await (const batch of open.storage.feed.read(open.other, "reviews", { packed: true })) {
        expect(batch).toMatchObject({ count: 0, json: { length: 0 } });
      }
    });

    it("has nothing left to seal the second time", async () => {
      await publish("reviews", ...inTime(60));
      await seal();
      expect(await seal()).toBe(0);
    });

    it("is skipped if it changed after restingSince", async () => {
      await publish("reviews", ...inTime(60));
      const restingSince = (open.clock() - 1_000) as Instant;
      expect(await open.storage.sealer.seal(open.mine, { bytes, restingSince })).toBe(0);
    });

    it("stops on request", async () => {
      await publish("reviews", ...inTime(60));
      let requested = 0;
      const isStopping = () => (requested += 1) > 2;
      expect(await open.storage.sealer.seal(open.mine, { bytes, isStopping })).toBeLessThanOrEqual(2);
      expect(await ids()).toEqual(countdown(60));
    });

    it("loses only the segments with changes", async () => {
      await publish("reviews", ...inTime(60));
      const sealed = await seal();
      await publish("reviews", anEntry({ id: 30, at: second(30), json: '{"id":30,"new":true}' }));
      if (open.unpack) expect(await packedIn()).toBe(sealed - 1);
      expect(await read("reviews")).toContainEqual({ id: 30, new: true });
      await seal();
      if (open.unpack) expect(await packedIn()).toBeGreaterThanOrEqual(sealed);
      await remove("reviews", { kind: 0, id: 7 });
      expect(await ids()).toEqual(countdown(60).filter((id) => id !== 7));
      await publish("reviews", anEntry({ id: 50, at: second(3) }));
      expect((await ids()).indexOf(50)).toBe((await ids()).indexOf(3) - 1);
    });

    it("shows the current state after repeated reads", async () => {
      let now = countdown(60);
      const check = async () => {
        expect([await ids(), await ids()]).toEqual([now, now]);
        await seal();
        expect([await ids(), await ids()]).toEqual([now, now]);
      };
      await publish("reviews", ...inTime(60));
      await check();
      await publish("reviews", anEntry({ id: 30, at: second(30), json: '{"id":-30}' }));
      now = now.map((id) => (id === 30 ? -30 : id));
      await check();
      await remove("reviews", { kind: 0, id: 7 });
      now = now.filter((id) => id !== 7);
      await check();
      await remove("reviews", { kind: 0, id: 41 });
      await publish("reviews", anEntry({ id: 41, at: second(41), json: '{"id":-41}' }));
      now = now.map((id) => (id === 41 ? -41 : id));
      await check();
    });

    describe("as changes", () => {
      const changes = async (slice: ChangeSlice = {}) => {
        const lines = { lists: ["reviews", "survey-responses"], separator: "\n", packed: true, ...slice } as const;
        const found = await readChanges(open.storage, open.mine, lines, open.unpack);
        return { ...found, ids: found.changes.map(({ id }) => Number(id)) };
      };
      const upTo = (count: number, from = 1) => countdown(count, from).reverse();

      it("is unchanged, and compressed for a copy that accepts lines of complete items", async () => {
        await publish("reviews", ...inTime(60));
        await publish("responses/7", ...inTime(20).map((entry) => ({ ...entry, tail: '"t":1', keys: '"_k":7' })));
        const before = await changes({ packed: false });
        const sealed = await seal();
        const after = await changes();
        expect(after.changes).toEqual(before.changes);
        expect(after.changes[0]?.item).toEqual({ _k: 7, id: 1, t: 1 });
        if (open.unpack) expect(after.packed).toBeGreaterThan(sealed / 2);
        for (const separator of [",", "\n"] as const) {
          const plain = await changes({ separator, packed: false });
          expect([plain.packed, plain.changes]).toEqual([0, before.changes]);
        }
        expect((await changes({ after: before.reached })).changes).toEqual([]);
      });

      it("has pages that end anywhere and continue exactly", async () => {
        await publish("reviews", ...inTime(60));
        await seal();
        for (const limit of [1, 7, 20, 59, 60, 61]) {
          const collected: number[] = [];
          for (let after: Progress | undefined, hasMore = true; hasMore;) {
            const page = await changes({ limit, ...(after && { after }) });
            collected.push(...page.ids);
            ({ hasMore, ...after } = page.reached);
            expect(page.ids.length).toBe(hasMore ? limit : 60 % limit || Math.min(limit, 60));
          }
          expect(collected).toEqual(upTo(60));
        }
      });

      it("omits entries changed since an unfinished copy began, sealed again or not", async () => {
        await publish("reviews", ...inTime(60));
        await seal();
        const first = await changes({ limit: 20 });
        await publish("reviews", anEntry({ id: 40, at: second(40), json: '{"id":40,"new":true}' }));
        await publish("reviews", anEntry({ id: 61, at: second(45) }));
        const { hasMore: _, ...after } = first.reached;
        for (let time = 0; time < 2; time += 1) {
          const rest = await changes({ after });
          const asBefore = upTo(60, 21).filter((id) => id !== 40);
          expect(rest.ids).toEqual([...asBefore, 40, 61]);
          await seal();
        }
      });
    });

    describe("after any publishing, removing and sealing", () => {
      const lists: readonly FeedList[] = ["reviews", "responses/7"];
      beforeEach(() => publish("surveys", ...inTime(40)));

      it("equals a naive list", async () => {
        const window = fc.record(
          { from: fc.integer({ min: 0, max: 5 }), to: fc.integer({ min: 0, max: 5 }) },
          { requiredKeys: [] },
        );
        const whenSealed = fc.array(fc.boolean(), { minLength: 12, maxLength: 12 });
        await fc.assert(
          fc.asyncProperty(
            fc.constantFrom(...lists),
            steps,
            whenSealed,
            window,
            async (list, done, seals, requested) => {
              await remove(list, ...everyId);
              const naive = new Map<string, FeedEntry>();
              const moment = (seconds: number) => (1_700_000_000_000 + seconds * 1_000) as Instant;
              const within = Object.fromEntries(Object.entries(requested).map(([name, at]) => [name, moment(at)]));
              for (const [index, { published, removed }] of done.entries()) {
                await publish(list, ...published);
                await remove(list, ...removed);
                for (const entry of published) naive.set(nameOf(entry), entry);
                for (const id of removed) naive.delete(nameOf(id));
                if (!seals[index]) continue;
                await seal();
                expect(await read(list)).toEqual(naively([...naive.values()], {}));
              }
              for (const slice of [{}, { window: within }, { tail: true }]) {
                const items = naively([...naive.values()], slice);
                expect(await read(list, slice)).toEqual(items);
                expect((await readList(open.storage, open.mine, list, slice)).items).toEqual(items);
              }
            },
          ),
          repetitions(50),
        );
      });
    });
  });
}
