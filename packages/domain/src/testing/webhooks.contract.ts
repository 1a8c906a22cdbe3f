import { type FeedEntry, type FeedId, type FeedList, type Progress, publicIdOf } from "../foundation/feed/feed.js";
import type { AccountId } from "../foundation/kernel/ids.js";
import { minute, plus, second } from "../foundation/kernel/times.js";
import type { Stores } from "../ports.js";
import {
  keptDeliveries,
  type PendingMessage,
  type Webhook,
  type WebhookDelivery,
  type WebhookId,
} from "../workflows/webhooks/webhook.js";
import { anAuditRecord, anEntry, at } from "./builders.js";
import { type Fresh, freshStorage } from "./fresh-storage.js";
import { describe, expect, it } from "./runner.js";

const changes = (revision: number): Progress => ({ phase: "changes", revision });

const aWebhook = (id: string, more: Partial<Webhook> = {}): Webhook => ({
  ...{ id: id as WebhookId, url: "https://example.com/ü", lists: ["reviews"], createdAt: at("2026-06-01") },
  ...{ secrets: [{ sealed: "s", until: null }], reached: changes(0), epoch: "e", pending: null, attempts: 0 },
  isFull: false,
  ...{ dueAt: at("2026-06-01T12:00:00Z"), failingSince: null, disabled: null, ...more },
});

const pending: PendingMessage = {
  ...{ id: "msg_1", type: "changes", body: '{"a":"ü"}', changes: 1, tries: 2 },
  upTo: { ...changes(4), last: { list: "reviews", at: 0, kind: 0, id: 3 } },
};

const aDelivery = (number: number, more: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  ...{ webhook: "w1" as WebhookId, number, message: `m${number}`, type: "changes", changes: 2, status: 500 },
  ...{ at: at("2026-06-01"), failure: null, milliseconds: 12, answer: "ü", ...more },
});

export function webhooksContract(fresh: Fresh): void {
  describe("webhooks", () => {
    const open = freshStorage(fresh);
    const write = <T>(work: (stores: Stores) => Promise<T>, account = open.mine) =>
      open.storage.transact(account, (stores) => work(stores));
    const due = async (now = open.start) =>
      (await open.storage.webhooks.due(now, plus(now, -minute))).map(({ id }) => id);

    it("are kept with their pending message, and removed with their attempts", async () => {
      const first = aWebhook("w2", {
        createdAt: at("2026-05-01"),
        isFull: true,
        pending,
        failingSince: at("2026-05-02"),
      });
      await write(async ({ webhooks }) => {
        for (const one of [aWebhook("w1"), first, aWebhook("w1", { disabled: "gone", attempts: 3 })])
          await webhooks.save(open.mine, one);
        await webhooks.log(open.mine, aDelivery(1));
        await webhooks.log(open.mine, aDelivery(2, { status: null, failure: "timeout" }));
        await webhooks.log(open.mine, aDelivery(1, { webhook: "w2" as WebhookId }));
      });
      await write(({ webhooks }) => webhooks.save(open.other, aWebhook("w1", { url: "x" })), open.other);
      await open.storage.read(open.mine, async ({ webhooks }) => {
        expect(await webhooks.all(open.mine)).toEqual([first, aWebhook("w1", { disabled: "gone", attempts: 3 })]);
        expect(await webhooks.byId(open.mine, "w2" as WebhookId)).toEqual(first);
        expect(await webhooks.byId(open.mine, "w9" as WebhookId)).toBeUndefined();
        const newest = aDelivery(2, { status: null, failure: "timeout" });
        expect(await webhooks.deliveries(open.mine, "w1" as WebhookId, 9)).toEqual([newest, aDelivery(1)]);
        expect(await webhooks.deliveries(open.mine, "w1" as WebhookId, 1)).toEqual([newest]);
      });
      await write(({ webhooks }) => webhooks.remove(open.mine, "w1" as WebhookId));
      await open.storage.read(open.mine, async ({ webhooks }) => {
        expect(await webhooks.all(open.mine)).toEqual([first]);
        expect(await webhooks.deliveries(open.mine, "w1" as WebhookId, 9)).toEqual([]);
        expect(await webhooks.deliveries(open.mine, "w2" as WebhookId, 9)).toHaveLength(1);
      });
      expect(await open.storage.read(open.other, ({ webhooks }) => webhooks.all(open.other))).toMatchObject([
        { url: "x" },
      ]);
    });

    it("forget their oldest attempts", async () => {
      await write(async ({ webhooks }) => {
        for (const number of [1, 2, keptDeliveries + 1]) await webhooks.log(open.mine, aDelivery(number));
        const left = await webhooks.deliveries(open.mine, "w1" as WebhookId, 9);
        expect(left.map(({ number }) => number)).toEqual([keptDeliveries + 1, 2]);
      });
    });

    it("are due at their time if they may have something to send, in enabled accounts", async () => {
      const [revision, otherRevision] = [
        (await open.storage.feed.state(open.mine)).revision,
        (await open.storage.feed.state(open.other)).revision,
      ];
      const settled = { reached: changes(revision) };
      const early = plus(open.start, -second);
      await write(async ({ webhooks }) => {
        for (const one of [
          aWebhook("failing", { dueAt: early, failingSince: early, pending }),
          aWebhook("pending", { ...settled, pending }),
          aWebhook("settled", settled),
          aWebhook("quiet", { ...settled, dueAt: plus(open.start, -minute) }),
          aWebhook("later", { dueAt: plus(open.start, 1) }),
          aWebhook("disabled", { disabled: "operator" }),
          aWebhook("beyond", { reached: changes(revision + 7), dueAt: early }),
        ])
          await webhooks.save(open.mine, one);
      });
      await write(
        ({ webhooks }) => webhooks.save(open.other, aWebhook("other", { reached: changes(otherRevision) })),
        open.other,
      );
      expect(await due()).toEqual(["quiet", "beyond", "pending", "failing"]);
      expect((await open.storage.webhooks.due(open.start, early))[3]).toEqual({
        ...{ account: open.mine, id: "failing", isFailing: true },
      });
      await write(({ feed }) => feed.publish(open.other, "reviews", [anEntry()]), open.other);
      expect(await due(plus(open.start, 1))).toEqual(["quiet", "beyond", "other", "pending", "later", "failing"]);
      await open.storage.accounts.setDisabled(open.other, true, anAuditRecord());
      await write(async ({ webhooks }) => {
        for (const id of ["pending", "quiet"]) await webhooks.save(open.mine, aWebhook(id, settled));
        await webhooks.save(open.mine, aWebhook("disabled", { pending }));
        await webhooks.save(open.mine, aWebhook("beyond", { disabled: "failing" }));
      });
      expect(await due()).toEqual(["disabled", "failing"]);
    });
  });

  describe("the keys of changes", () => {
    const open = freshStorage(fresh);
    const publish = (list: FeedList, ...entries: FeedEntry[]) =>
      open.storage.transact(open.mine, ({ feed }) => feed.publish(open.mine, list, entries));
    const remove = (list: FeedList, ...ids: FeedId[]) =>
      open.storage.transact(open.mine, ({ feed }) => feed.remove(open.mine, list, ids));
    const read = (after: Progress, limit = 9, account: AccountId = open.mine) =>
      open.storage.read(account, ({ entryKeys }) => entryKeys.changedAfter(account, after, limit));
    const revision = async () => (await open.storage.feed.state(open.mine)).revision;

    it("are read in the order of the change feed, page by page", async () => {
      const start = changes(await revision());
      const call = anEntry({ id: 7, kind: 1, name: "call-7" });
      await publish("reviews", anEntry({ id: 2 }), anEntry({ id: 1 }));
      await publish("conversions", call);
      const published = await revision();
      open.clock.set(at("2026-07-01T17:05:09Z"));
      await remove("reviews", { kind: 0, id: 2 });
      const all = await read(start);
      expect(all.map(({ list, publicId, isDeleted }) => `${list} ${publicId} ${isDeleted}`)).toEqual([
        ...["reviews 1 false", `conversions ${publicIdOf(call)} false`, "reviews 2 true"],
      ]);
      expect(all[1]).toEqual({
        ...{ list: "conversions", kind: 1, id: 7, publicId: "call-7", revision: published },
        ...{ changedAt: open.start, isDeleted: false },
      });
      expect(all[2]).toMatchObject({ changedAt: at("2026-07-01T17:05:09Z") });
      expect(await read(start, 2)).toEqual(all.slice(0, 2));
      const [first] = all;
      const after = { ...changes(first?.revision ?? 0), last: { list: "reviews", at: 0, kind: 0, id: 1 } } as const;
      expect(await read(after)).toEqual(all.slice(1));
      expect(await read(changes(published))).toEqual(all.slice(2));
      expect(await read(changes(await revision()))).toEqual([]);
      expect(await read(start, 9, open.other)).toEqual([]);
    });
  });
}
