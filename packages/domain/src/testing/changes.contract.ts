import * as fc from "fast-check";
import {
  type ChangeSlice,
  type FeedEntry,
  type FeedId,
  type FeedList,
  type Progress,
  publicIdOf,
  publicListOf,
} from "../foundation/feed/feed.js";
import { currentFingerprint } from "../foundation/feed/item-fingerprints.js";
import type { Phone } from "../foundation/kernel/contact-details.js";
import type {
  AccountId,
  AppointmentId,
  CallId,
  CampaignId,
  ImportRunId,
  InviteId,
  PatientFileId,
  SpendId,
  SubmissionId,
} from "../foundation/kernel/ids.js";
import type { Cents } from "../foundation/kernel/numbers.js";
import { type CalendarDate, type Instant, isoInstant } from "../foundation/kernel/times.js";
import { keyedText } from "../memory/memory-feed.js";
import type { Stores } from "../ports.js";
import { defaultConnection } from "../subjects/imports/import-connection.js";
import type { Contact } from "../subjects/imports/stops.js";
import type { Widget, WidgetId } from "../subjects/widget/widget.js";
import { repetitions } from "./arbitraries.js";
import {
  aCampaign,
  aListingMetric,
  aLocation,
  aMessage,
  anAppointment,
  anEntry,
  anInvite,
  aPlatform,
  aProvider,
  aSubmission,
  at,
  locationId,
  providerId,
} from "./builders.js";
import { changesCopy, type Fresh, freshStorage, readChanges } from "./fresh-storage.js";
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

export function entryKeysContract(fresh: Fresh): void {
  describe("the keys of entries", () => {
    const open = freshStorage(fresh);
    const publish = (account: AccountId, list: FeedList, ...entries: FeedEntry[]) =>
      open.storage.transact(account, ({ feed }) => feed.publish(account, list, entries));
    const keysOf = async (list: FeedList, ...ids: FeedId[]) => {
      const found = await open.storage.read(open.mine, ({ entryKeys }) => entryKeys.of(open.mine, list, ids));
      const facts = found.map(({ kind, id, name, keys, changedAt }) => ({ kind, id, name, keys, changedAt }));
      return facts.sort((a, b) => a.kind - b.kind || a.id - b.id);
    };
    const plain = { kind: 0, name: undefined, keys: undefined };

    it("contain the time of change, the public id and the join keys", async () => {
      const [first, later] = [at("2026-07-01T17:05:09Z"), at("2026-07-02T17:05:09Z")];
      open.clock.set(first);
      await publish(open.mine, "reviews", anEntry({ id: 1 }), anEntry({ id: 2 }));
      await publish(open.mine, "calls", anEntry({ id: 1, kind: 1, name: "call-1", keys: '"_ü":1' }));
      open.clock.set(later);
      await publish(open.mine, "reviews", anEntry({ id: 1 }), anEntry({ id: 2, json: '{"id":2,"more":true}' }));
      expect(await keysOf("reviews", { kind: 0, id: 2 }, { kind: 0, id: 1 })).toEqual([
        { ...plain, id: 1, changedAt: first },
        { ...plain, id: 2, changedAt: later },
      ]);
      expect(await keysOf("calls", { kind: 1, id: 1 })).toEqual([
        { kind: 1, id: 1, name: "call-1", keys: '"_ü":1', changedAt: first },
      ]);
    });

    it("omit entries that are not in the list: other ids, kinds, lists and accounts", async () => {
      await publish(open.other, "reviews", anEntry({ id: 1 }));
      await publish(open.mine, "surveys", anEntry({ id: 1 }));
      await publish(open.mine, "reviews", anEntry({ id: 1, kind: 1 }), anEntry({ id: 2 }));
      expect(await keysOf("reviews", { kind: 0, id: 1 }, { kind: 0, id: 3 })).toEqual([]);
      expect(await keysOf("reviews")).toEqual([]);
    });

    it("tell the time of the newest entry of each list that is not in the future", async () => {
      const [early, now, later] = [at("2026-07-01"), at("2026-07-02"), at("2026-07-03")];
      const newest = (until: Instant) =>
        open.storage.read(open.mine, ({ entryKeys }) => entryKeys.newest(open.mine, until));
      expect(await newest(now)).toEqual([]);
      await publish(open.mine, "reviews", anEntry({ id: 1, at: now }), anEntry({ id: 2, at: early }));
      await publish(open.mine, "responses/3", anEntry({ id: 1, at: early }), anEntry({ id: 2, at: later }));
      await publish(open.mine, "calls", anEntry({ id: 1, at: later }));
      await publish(open.other, "surveys", anEntry({ id: 1, at: now }));
      const found = [...(await newest(now))].sort((a, b) => (a.list < b.list ? -1 : 1));
      expect(found).toEqual([
        { list: "responses/3", at: early },
        { list: "reviews", at: now },
      ]);
    });

    it("can be read for more entries than one statement takes", async () => {
      const ids = Array.from({ length: 2_500 }, (_, index) => ({ kind: 0, id: index + 1 }));
      await publish(open.mine, "reviews", ...ids.map(({ id }) => anEntry({ id })));
      expect((await keysOf("reviews", ...ids)).map(({ id }) => id)).toEqual(ids.map(({ id }) => id));
    });
  });
}

const widget = (id: string): Widget => ({
  ...{ id: id as WidgetId, reviewIdKey: "secret", limit: 7, minRating: 3, firstNameOnly: true },
  ...{ platformIds: null, allowedOrigins: [], pinnedReviewIds: [], hiddenReviewIds: [] },
});

/** Tests that deleting records also deletes their index rows, and does not affect other accounts. */
export function removalsContract(fresh: Fresh): void {
  describe("deleting", () => {
    const open = freshStorage(fresh);
    const write = <T>(work: (stores: Stores, account: AccountId) => Promise<T>, account = open.mine) =>
      open.storage.transact(account, (stores) => work(stores, account));
    const places = async ({ catalog }: Stores, account: AccountId) =>
      catalog.save(account, {
        locations: [aLocation()],
        providers: [aProvider()],
        platforms: [aPlatform()],
        messages: [aMessage()],
        campaigns: [aCampaign()],
      });
    /** Stores the same data in both accounts. */
    async function both(work: (stores: Stores, account: AccountId) => Promise<unknown>): Promise<void> {
      for (const account of [open.mine, open.other]) await write(work, account);
    }

    it("appointments makes them unreachable by every key and page", async () => {
      const one = anAppointment({
        dateOfBirth: "1980-05-01" as CalendarDate,
        source: { connection: "main", ref: "A" },
      });
      const two = anAppointment({ id: 78 as never, phones: ["+18015550199" as Phone], patientId: "MRN-6" });
      await both(async (stores, account) => {
        await places(stores, account);
        await stores.appointments.save(account, [one, two]);
      });
      const keys = [
        { kind: "phone" as const, value: "+18015550142" },
        { kind: "patient" as const, value: "MRN-5" },
        { kind: "source" as const, value: "main\nA" },
      ];
      const seen = (account: AccountId) =>
        write(async ({ appointments, contacts }) => {
          const page = await appointments.page(account, { after: 0, limit: 9 });
          const earliest = await contacts.earliest(account, ["+18015550142" as Phone]);
          return [await appointments.withKeys(account, keys), page.map(({ id }) => id), earliest.size];
        }, account);
      expect(await seen(open.mine)).toEqual([[77, 77, 77], [77, 78], 1]);
      await write(({ appointments }, account) => appointments.remove(account, [77, 404] as AppointmentId[]));
      expect(await seen(open.mine)).toEqual([[undefined, undefined, undefined], [78], 0]);
      expect(await seen(open.other)).toEqual([[77, 77, 77], [77, 78], 1]);
      await write(({ appointments }, account) => appointments.save(account, [one]));
      expect(await seen(open.mine)).toEqual([[77, 77, 77], [77, 78], 1]);
    });

    it("invites makes them unreachable by phone, email address, patient and visit", async () => {
      const one = anInvite({ patientId: "MRN-5", visit: "main\nA" });
      await both(async (stores, account) => {
        await places(stores, account);
        await stores.invites.save(account, [one]);
      });
      const searches = [
        { kind: "phone" as const, value: one.phone ?? "" },
        { kind: "patient" as const, value: "MRN-5" },
        { kind: "visit" as const, value: "main\nA" },
      ].map((key) => ({ ...key, after: -1 as Instant, until: 9e15 as Instant }));
      const seen = (account: AccountId) =>
        write(async ({ invites }) => (await invites.latest(account, searches)).map((found) => found?.id), account);
      await write(({ invites }, account) => invites.remove(account, [one.id, 404 as InviteId]));
      expect(await seen(open.mine)).toEqual([undefined, undefined, undefined]);
      expect(await seen(open.other)).toEqual([one.id, one.id, one.id]);
    });

    it("submissions removes their keys", async () => {
      await both(({ submissions }, account) =>
        submissions.save(account, [aSubmission(), aSubmission({ id: 9 as never })]),
      );
      await write(({ submissions }, account) => submissions.remove(account, [950, 404] as SubmissionId[]));
      const seen = (account: AccountId) =>
        write(
          async ({ submissions }) => (await submissions.byIds(account, [9, 950] as SubmissionId[])).length,
          account,
        );
      expect([await seen(open.mine), await seen(open.other)]).toEqual([1, 2]);
      expect(await write(({ submissions }, account) => submissions.byKeys(account, [aSubmission()]))).toHaveLength(1);
    });

    it("spends removes their days, and the others stay on all pages", async () => {
      const spend = (id: number, campaignId = 7) => ({
        ...{ id: id as SpendId, campaignId: campaignId as CampaignId, amount: 100 as Cents },
        ...{ from: "2026-03-01" as CalendarDate, to: "2026-03-02" as CalendarDate },
      });
      await both(async ({ catalog, spends }, account) => {
        await catalog.save(account, { campaigns: [7, 8].map((id) => aCampaign({ id: id as CampaignId })) });
        await spends.save(account, [spend(1), spend(2), spend(3, 8)]);
      });
      await write(({ spends }, account) => spends.remove(account, [1, 404] as SpendId[]));
      const seen = (account: AccountId) =>
        write(async ({ spends }) => {
          const found = await spends.within(account, spend(1).from, spend(1).to);
          const mentioning = {
            ...{ locationIds: [], providerIds: [], platformIds: [], messageIds: [], surveyIds: [] },
            campaignIds: [7],
          };
          const page = await spends.page(account, { after: 0, limit: 9, mentioning });
          return [found.map(({ id }) => id).sort(), page.map(({ id }) => id)];
        }, account);
      expect(await seen(open.mine)).toEqual([[2, 3], [2]]);
      expect(await seen(open.other)).toEqual([
        [1, 2, 3],
        [1, 2],
      ]);
    });

    it("listing metrics requires the whole key, and the location's others stay", async () => {
      const metric = (id: number, month: number) => aListingMetric({ locationId: locationId(id), month });
      await both(async ({ catalog, listingMetrics }, account) => {
        await catalog.save(account, { locations: [2, 9].map((id) => aLocation({ id: locationId(id) })) });
        await listingMetrics.save(account, [metric(2, 202601), metric(2, 202602), metric(9, 202601)]);
      });
      await write(({ listingMetrics }, account) =>
        listingMetrics.remove(account, [metric(2, 202601), metric(2, 202512)]),
      );
      const months = (account: AccountId) =>
        write(async ({ listingMetrics }) => {
          const found = await listingMetrics.ofLocation(account, locationId(2));
          return found.map(({ month }) => month).sort();
        }, account);
      expect(await months(open.mine)).toEqual([202602]);
      expect(await months(open.other)).toEqual([202601, 202602]);
    });

    it("calls removes their names", async () => {
      const names = [1, 2].map((id) => ({ name: `CAL${id}`, id: id as CallId }));
      await both(({ callIds }, account) => callIds.add(account, "callrail", names));
      await write(({ callIds }, account) => callIds.remove(account, [1, 404] as CallId[]));
      const known = (account: AccountId) =>
        write(async ({ callIds }) => (await callIds.byNames(account, "callrail", ["CAL1", "CAL2"])).length, account);
      expect([await known(open.mine), await known(open.other)]).toEqual([1, 2]);
    });

    it("stops and connections removes them", async () => {
      const contacts = ["+18015550142", "o'neil@example.com"] as Contact[];
      await both(async ({ stops, importConnections }, account) => {
        await stops.save(
          account,
          contacts.map((contact) => ({ contact, since: null })),
        );
        await importConnections.save(
          account,
          ["main", 'the "other"'].map((name) => ({ ...defaultConnection, name })),
        );
      });
      await write(async ({ stops, importConnections }, account) => {
        await stops.remove(account, ["o'neil@example.com", "+18015550100"] as Contact[]);
        await importConnections.remove(account, ['the "other"', "none"]);
      });
      const seen = (account: AccountId) =>
        write(async ({ stops, importConnections }) => {
          const found = await stops.among(account, contacts);
          return [found.length, (await importConnections.all(account)).map(({ name }) => name)];
        }, account);
      expect(await seen(open.mine)).toEqual([1, ["main"]]);
      expect(await seen(open.other)).toEqual([2, ["main", 'the "other"']]);
    });

    it("submissions and stored responses removes them from all pages", async () => {
      const stored = (key: string) => ({ key, request: "r", response: "{}", at: 1 as Instant });
      await both(async ({ submissions, storedResponses }, account) => {
        await submissions.save(account, [aSubmission(), aSubmission({ id: 9 as never })]);
        for (const key of ["b", "a", "c"]) await storedResponses.save(account, stored(key));
      });
      await write(({ storedResponses }, account) => storedResponses.remove(account, ["b", "none"]));
      const seen = (account: AccountId) =>
        write(async ({ submissions, storedResponses }) => {
          const page = await submissions.page(account, { after: 9, limit: 5 });
          const first = await storedResponses.page(account, "", 2);
          const next = await storedResponses.page(account, first.at(-1)?.key ?? "", 2);
          return [page.map(({ id }) => id), [...first, ...next].map(({ key }) => key)];
        }, account);
      expect(await seen(open.mine)).toEqual([[950], ["a", "c"]]);
      expect(await seen(open.other)).toEqual([[950], ["a", "b", "c"]]);
      expect(await write(({ storedResponses }, account) => storedResponses.page(account, "a", 1))).toEqual([
        stored("c"),
      ]);
    });

    it("findings of imports and patient files removes them, and staged rows are replaced", async () => {
      const run = 1 as ImportRunId;
      const file = 2 as PatientFileId;
      await both(async ({ patientWarnings, stagedRows }, account) => {
        await patientWarnings.append(
          account,
          file,
          [1, 2, 3].map((id) => ({ id, json: "{}" })),
        );
        await stagedRows.add(
          account,
          "s",
          [0, 1].map((position) => ({ position, body: "old" })),
          1 as Instant,
        );
      });
      await write(async ({ importErrors, patientWarnings, stagedRows }, account) => {
        await importErrors.remove(account, run, [1]);
        await patientWarnings.remove(account, file, [1, 3, 404]);
        await stagedRows.replace(account, "s", { position: 1, body: "new" });
      });
      const seen = (account: AccountId) =>
        write(async ({ patientWarnings, stagedRows }) => {
          const warnings = await patientWarnings.page(account, { file, after: 0, limit: 9 });
          const parts = await stagedRows.next(account, "s", -1, 2);
          return [warnings.map(({ id }) => id), parts.map((part) => part?.body)];
        }, account);
      expect(await seen(open.mine)).toEqual([[2], ["old", "new"]]);
      expect(await seen(open.other)).toEqual([
        [1, 2, 3],
        ["old", "old"],
      ]);
    });

    it("widgets makes their id invalid until a new one is saved", async () => {
      await write(({ widgets }, account) => widgets.remove(account));
      await write(({ widgets }, account) => widgets.save(account, widget("mine")));
      await write(({ widgets }, account) => widgets.save(account, widget("theirs")), open.other);
      await write(({ widgets }, account) => widgets.remove(account));
      const ownerOf = async (id: string) => (await open.storage.widgets.ownerOf(id as WidgetId))?.account;
      expect(await write(({ widgets }, account) => widgets.read(account))).toBeUndefined();
      expect([await ownerOf("mine"), await ownerOf("theirs")]).toEqual([undefined, open.other]);
      await write(({ widgets }, account) => widgets.save(account, widget("new")));
      expect(await ownerOf("new")).toBe(open.mine);
    });

    it("catalog records affects only the given ones, by part", async () => {
      await both(({ catalog }, account) =>
        catalog.save(account, {
          locations: [aLocation(), aLocation({ id: locationId(2) })],
          providers: [aProvider({ locationIds: [] }), aProvider({ id: providerId(11), locationIds: [] })],
        }),
      );
      await write(({ catalog }, account) => catalog.remove(account, { locations: [2, 404], providers: [10] }));
      const seen = (account: AccountId) =>
        write(async ({ catalog }) => {
          const { locations, providers } = await catalog.read(account, "locations", "providers");
          return [locations, providers].map((part) => part.map(({ id }) => id as number));
        }, account);
      expect(await seen(open.mine)).toEqual([[1], [11]]);
      expect(await seen(open.other)).toEqual([
        [1, 2],
        [10, 11],
      ]);
    });
  });
}
