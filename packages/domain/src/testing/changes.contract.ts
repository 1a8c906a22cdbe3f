import * as fc from "fast-check";
import type { ChangeSlice } from "../foundation/feed/changes.js";
import type { FeedEntry, FeedId, FeedList } from "../foundation/feed/feed.js";
import { currentFingerprint } from "../foundation/feed/item-fingerprints.js";
import type { Progress } from "../foundation/feed/progress.js";
import { publicIdOf, publicListOf } from "../foundation/feed/public-lists.js";
import { isoInstant } from "../foundation/kernel/instant.js";
import type { AccountId, Instant } from "../index.js";
import { keyedText } from "../memory/memory-items.js";
import { anEntry, at } from "./builders.js";
import { type Fresh, freshStorage } from "./fresh-storage.js";
import { changesCopy, readChanges } from "./read-changes.js";
import { repetitions } from "./repetitions.js";
import { describe, expect, it } from "./runner.js";

const decoder = new TextDecoder("utf-8", { fatal: true });

export function changesContract(fresh: Fresh): void {
  describe("the changes of an account", () => {
    const open = freshStorage(fresh);
    const publish = (list: FeedList, ...entries: FeedEntry[]) => publishOf(open.mine, list, ...entries);
    const publishOf = (account: AccountId, list: FeedList, ...entries: FeedEntry[]) =>
      open.storage.transact(account, ({ feed }) => feed.publish(account, list, entries));
    const remove = (list: FeedList, ...ids: FeedId[]) =>
      open.storage.transact(open.mine, ({ feed }) => feed.remove(open.mine, list, ids));
    const read = (slice: ChangeSlice = {}) => readChanges(open.storage, open.mine, slice);
    const summaryOf = ({ changes }: Awaited<ReturnType<typeof read>>) =>
      changes.map(({ list, id, op }) => `${op} ${list} ${id}`);
    const since = async (after: Progress) => summaryOf(await read({ after }));

    it("are empty at first, with a cursor to continue from", async () => {
      const { changes, reached } = await read();
      expect([changes, reached]).toEqual([[], { phase: "changes", revision: reached.revision, hasMore: false }]);
      await publish("reviews", anEntry());
      expect(await since(reached)).toEqual(["upsert reviews 1"]);
    });

    it("have each entry with its complete item, list by list for a new copy", async () => {
      const time = at("2026-07-01T17:05:09Z");
      open.clock.set(time);
      await publish(
        "reviews",
        anEntry({ id: 2, at: at("2026-03-03"), json: '{"text":"né \\"ü\\""}' }),
        anEntry({ id: 3 }),
      );
      await publish("responses/10", anEntry({ id: 1, tail: '"more":[1]', keys: '"_survey_id":10' }));
      await publish("conversions", anEntry({ id: 7, kind: 1, name: "call-7", keys: '"_a":1,"_b":null', json: "{}" }));
      await publishOf(open.other, "reviews", anEntry({ id: 99 }));
      const changed = { op: "upsert", changed_at: isoInstant(time) };
      expect((await read()).changes).toEqual([
        { list: "conversions", id: "call-7", ...changed, item: { _a: 1, _b: null } },
        { list: "survey-responses", id: "1", ...changed, item: { _survey_id: 10, id: 1, more: [1] } },
        { list: "reviews", id: "3", ...changed, item: { id: 3 } },
        { list: "reviews", id: "2", ...changed, item: { text: 'né "ü"' } },
      ]);
      const batches = [];
      for await (const { json } of open.storage.feed.changes(open.mine, { lists: ["survey-responses"] })) {
        batches.push(decoder.decode(json));
      }
      expect(batches.join("")).toBe(
        `{"list":"survey-responses","id":"1","op":"upsert","changed_at":"${isoInstant(time)}",` +
          '"item":{"_survey_id":10,"id":1,"more":[1]}}',
      );
    });

    it("have deletions before upserts of the same unit of work, by revision", async () => {
      await publish("reviews", anEntry({ id: 1 }), anEntry({ id: 2 }), anEntry({ id: 3 }));
      await publish("conversions", anEntry({ id: 1, kind: 0, name: "sub-1" }));
      const { reached } = await read();
      await publish("surveys", anEntry({ id: 5 }));
      await open.storage.transact(open.mine, async ({ feed }) => {
        await feed.publish(open.mine, "calls", [anEntry({ id: 8 })]);
        await feed.remove(open.mine, "reviews", [
          { kind: 0, id: 2 },
          { kind: 0, id: 404 },
        ]);
      });
      open.clock.set(at("2026-07-01"));
      await publish("calls", anEntry({ id: 9 }));
      await remove("conversions", { kind: 0, id: 1 });
      expect(await since(reached)).toEqual([
        "upsert surveys 5",
        "delete reviews 2",
        "upsert calls 8",
        "upsert calls 9",
        "delete conversions sub-1",
      ]);
      expect((await read({ after: reached })).changes.at(-1)).toEqual({
        ...{ list: "conversions", id: "sub-1", op: "delete", changed_at: "2026-07-01T00:00:00+00:00" },
      });
    });

    it("have each entry once, in its newest state", async () => {
      const { reached } = await read();
      await publish("reviews", anEntry({ id: 1, json: '{"v":1}' }));
      await publish("reviews", anEntry({ id: 1, json: '{"v":2}' }));
      await remove("reviews", { kind: 0, id: 1 });
      expect(await since(reached)).toEqual(["delete reviews 1"]);
      await publish("reviews", anEntry({ id: 1, json: '{"v":3}' }));
      expect((await read({ after: reached })).changes.map(({ item }) => item)).toEqual([{ v: 3 }]);
    });

    it("omit entries published again unchanged, and include any visible difference", async () => {
      const whole = { id: 1, tail: '"t":1', keys: '"_k":1' };
      await publish("reviews", anEntry(whole), anEntry({ id: 2 }));
      const { reached } = await read();
      open.clock.set(open.start + 60_000);
      const later = { modifiedAt: (open.start + 60_000) as Instant };
      await publish("reviews", anEntry({ ...whole, ...later, rating: 3 }), anEntry({ id: 2 }));
      await open.storage.transact(open.mine, async ({ feed }) => {
        await feed.mark(open.mine);
        await feed.publish(open.mine, "reviews", [anEntry({ ...whole, ...later }), anEntry({ id: 2 })]);
        await feed.sweep(open.mine, currentFingerprint);
      });
      expect(await since(reached)).toEqual([]);
      for (const difference of [{ json: "{}" }, { tail: null }, { keys: '"_k":2' }, { at: at("2026-05-01") }]) {
        const before = (await read()).reached;
        await publish("reviews", anEntry({ ...whole, ...difference }), anEntry({ id: 2 }));
        expect(await since(before)).toEqual(["upsert reviews 1"]);
      }
    });

    it("have the fingerprint of the last sweep, of one account only", async () => {
      const fingerprints = () =>
        Promise.all([open.mine, open.other].map(async (one) => (await open.storage.feed.state(one)).fingerprint));
      expect(await fingerprints()).toEqual([currentFingerprint, currentFingerprint]);
      await open.storage.transact(open.mine, ({ feed }) => feed.sweep(open.mine, "older"));
      expect(await fingerprints()).toEqual(["older", currentFingerprint]);
      await publish("reviews", anEntry({ id: 1 }));
      expect(await fingerprints()).toEqual(["older", currentFingerprint]);
    });

    it("increase the feed revision of their account, and change the commit number", async () => {
      const revisionOf = async (wanted: AccountId) =>
        (await open.storage.feed.revisions()).find(({ account }) => account === wanted);
      const commits = [await open.storage.feed.commitNumber()];
      const [mine, other] = [await revisionOf(open.mine), await revisionOf(open.other)];
      expect(await open.storage.feed.commitNumber()).toBe(commits[0]);
      await publish("reviews", anEntry());
      commits.push(await open.storage.feed.commitNumber());
      const changed = await revisionOf(open.mine);
      expect(changed?.revision).toBeGreaterThan(mine?.revision ?? Infinity);
      expect(changed?.at).toBe(open.start);
      expect(await revisionOf(open.other)).toEqual(other);
      await publishOf(open.other, "reviews", anEntry());
      commits.push(await open.storage.feed.commitNumber());
      expect(await revisionOf(open.mine)).toEqual(changed);
      expect(new Set(commits).size).toBe(3);
    });

    it("show a response that moves to another survey as an upsert only", async () => {
      await publish("responses/4", anEntry({ id: 1 }), anEntry({ id: 2 }));
      const { reached } = await read();
      const move = (from: FeedList, to: FeedList) =>
        open.storage.transact(open.mine, async ({ feed }) => {
          await feed.remove(open.mine, from, [{ kind: 0, id: 1 }]);
          await feed.publish(open.mine, to, [anEntry({ id: 1 })]);
        });
      await move("responses/4", "responses/5");
      expect(await since(reached)).toEqual(["upsert survey-responses 1"]);
      await move("responses/5", "responses/4");
      expect(await since(reached)).toEqual(["upsert survey-responses 1"]);
      await open.storage.transact(open.mine, async ({ feed }) => {
        await feed.publish(open.mine, "responses/11", [anEntry({ id: 1 })]);
        await feed.remove(open.mine, "responses/4", [
          { kind: 0, id: 1 },
          { kind: 0, id: 2 },
        ]);
      });
      expect(await since(reached)).toEqual(["delete survey-responses 2", "upsert survey-responses 1"]);
    });

    it("show swept entries as deletions", async () => {
      await publish("reviews", anEntry({ id: 1 }), anEntry({ id: 2 }));
      const { reached } = await read();
      await open.storage.transact(open.mine, async ({ feed }) => {
        await feed.mark(open.mine);
        await feed.publish(open.mine, "reviews", [anEntry({ id: 2 })]);
        await feed.sweep(open.mine, currentFingerprint);
      });
      expect(await since(reached)).toEqual(["delete reviews 1"]);
    });

    it("reject a copy that missed purged deletions, and no other copy", async () => {
      const { reached: start } = await read();
      const entries = Array.from({ length: 1_100 }, (_, index) => anEntry({ id: index + 1 }));
      await publish("reviews", ...entries, anEntry({ id: 2_000 }));
      const { reached: early } = await read();
      const { reached: middle } = await read({ after: start, limit: 10 });
      await remove("reviews", ...entries);
      const { reached: heard } = await read();
      const { reached: half } = await read({ after: early, limit: 10 });
      open.clock.set(open.start + 60_000);
      await remove("reviews", { kind: 0, id: 2_000 });
      const forget = (before: number) =>
        open.storage.transact(open.mine, ({ feed }) => feed.forgetRemoved(open.mine, before as Instant));
      await forget(open.start);
      expect((await read({ after: early })).count).toBe(1_101);
      await forget(open.start + 1_000);
      expect(await since(heard)).toEqual(["delete reviews 2000"]);
      for (const after of [start, early, middle, half]) {
        await expect(read({ after })).rejects.toMatchObject({ kind: "gone", code: "cursor_expired" });
      }
    });

    it("reject a copy that is ahead of the account", async () => {
      await publish("reviews", anEntry());
      const { reached } = await read();
      const ahead = read({ after: { ...reached, revision: reached.revision + 1 } });
      await expect(ahead).rejects.toMatchObject({ kind: "gone", code: "cursor_expired" });
    });

    it("come in many batches from one snapshot, despite concurrent commits", async () => {
      const { reached: start } = await read();
      const entries = Array.from({ length: 6_000 }, (_, index) => anEntry({ id: index + 1 }));
      await publish("reviews", ...entries);
      for (const after of [undefined, start]) {
        const seen = new Set<number>();
        let batches = 0;
        for await (const { json } of open.storage.feed.changes(open.mine, {
          ...(after && { after }),
          separator: "\n",
        })) {
          if (batches++ === 0) await publish("reviews", anEntry({ id: 6_001 + seen.size }));
          for (const line of decoder.decode(json).split("\n")) {
            seen.add((JSON.parse(line) as { readonly item: { readonly id: number } }).item.id);
          }
        }
        expect([seen.size, batches > 1]).toEqual([after ? 6_001 : 6_000, true]);
      }
    });

    it("reproduce the published data when applied in order, for any page size and concurrent writes", async () => {
      await fc.assert(
        fc.asyncProperty(histories, async (steps) => {
          const account = open.mine;
          const source = new Map<string, string>();
          const copies = [undefined, ["survey-responses", "conversions"] as const].map((lists) => ({
            lists,
            progress: undefined as Progress | undefined,
            ...changesCopy(),
          }));
          const page = async (one: (typeof copies)[number], limit?: number) => {
            const { lists, progress: after } = one;
            const slice = { ...(lists && { lists }), ...(after && { after }), ...(limit && { limit }) };
            const { changes, count, reached } = await readChanges(open.storage, account, slice);
            expect(count).toBe(changes.length);
            const lines = { ...slice, separator: "\n", packed: true } as const;
            expect((await readChanges(open.storage, account, lines, open.unpack)).changes).toEqual(changes);
            if (limit)
              expect([changes.length <= limit, reached.hasMore && changes.length < limit]).toEqual([true, false]);
            one.apply(changes);
            const { hasMore, ...progress } = reached;
            one.progress = progress;
            return hasMore;
          };
          await open.storage.transact(account, async ({ feed }) => {
            await feed.mark(account);
            await feed.sweep(account, currentFingerprint);
          });
          for (const { changes, isSealed, limit } of steps) {
            await open.storage.transact(account, async ({ feed }) => {
              for (const { list, entry, isThere } of changes) {
                const name = `${publicListOf(list)} ${publicIdOf(entry)}`;
                const other =
                  list === "responses/1" ? "responses/2" : list === "responses/2" ? "responses/1" : undefined;
                if (other) await feed.remove(account, other, [entry]);
                if (isThere) await feed.publish(account, list, [entry]);
                else await feed.remove(account, list, [entry]);
                if (isThere) source.set(name, JSON.stringify(JSON.parse(keyedText(entry))));
                else source.delete(name);
              }
            });
            if (isSealed) await open.storage.sealer.seal(account, { bytes: 100 });
            if (limit !== undefined) for (const one of copies) await page(one, limit);
          }
          for (const one of copies) {
            while (await page(one, 2));
            const wanted = [...source].filter(
              ([name]) => one.lists?.some((list) => name.startsWith(`${list} `)) ?? true,
            );
            expect([...one.rows].sort()).toEqual(wanted.sort());
          }
        }),
        repetitions(25),
      );
    });
  });
}

const numbers = fc.constantFrom(1, 2, 3, 10);
const feedLists = fc.constantFrom<FeedList>("reviews", "responses/1", "responses/2", "conversions", "locations");

const entries = fc
  .record({ list: feedLists, id: numbers, time: fc.integer({ min: 0, max: 3 }), text: fc.constantFrom("a", "b", "ü") })
  .chain(({ list, id, time, text }) =>
    fc.record({
      list: fc.constant(list),
      isThere: fc.boolean(),
      entry: fc.constant(
        anEntry({
          ...{ id, kind: list === "conversions" ? id % 2 : 0, at: (time * 1_000) as Instant },
          ...(list === "conversions" && { name: `${id % 2 ? "call" : "sub"}-${id}`, keys: `"_location_id":${time}` }),
          ...{ json: JSON.stringify({ text, list }), tail: time > 1 ? '"more":true' : null },
        }),
      ),
    }),
  );

/** Generates transactions. After each transaction, the test may compress lists or read a page of changes. */
const histories = fc.array(
  fc.record({
    changes: fc.array(entries, { minLength: 1, maxLength: 5 }),
    isSealed: fc.boolean(),
    limit: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
  }),
  { maxLength: 14 },
);
