import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain, type Domain } from "../../domain.js";
import type { FeedEntry } from "../../foundation/feed/feed.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { day, hour, minute, plus, second } from "../../foundation/kernel/times.js";
import { memoryPorts, memoryWebhookSender, stillClock } from "../../memory/index.js";
import type { Ports } from "../../ports.js";
import { anEntry, at } from "../../testing/index.js";
import type { WebhookAnswer, WebhookId } from "./webhook.js";

const start = at("2026-06-01T12:00:00Z");

type Change = { readonly list: string; readonly id: string; readonly op: string; readonly item?: object };
type Body = { readonly type: string; readonly data: { readonly changes: readonly Change[] } };

describe("a webhook", () => {
  const clock = stillClock();
  let sender: ReturnType<typeof memoryWebhookSender>;
  let ports: Ports;
  let domain: Domain;
  let account: AccountId;
  beforeEach(async () => {
    clock.set(start);
    states = [];
    sender = memoryWebhookSender();
    ports = memoryPorts({ clock, webhookSender: sender });
    domain = createDomain(ports);
    ({ id: account } = await domain.accounts.create({ key: "acme", name: "Acme" }));
  });

  const url = "https://receiver.example/hooks";
  const create = async (lists = "reviews,invites", full = false) =>
    (await domain.webhooks.create(account, { url, lists, full })).id;
  const publishEntries = (...entries: FeedEntry[]) =>
    ports.storage.transact(account, ({ feed }) => feed.publish(account, "reviews", entries));
  const publish = (...ids: number[]) =>
    publishEntries(...ids.map((id) => anEntry({ id, json: `{"at":${clock()},"id":${id}}` })));
  const remove = (...ids: number[]) =>
    ports.storage.transact(account, ({ feed }) =>
      feed.remove(
        account,
        "reviews",
        ids.map((id) => ({ kind: 0, id })),
      ),
    );
  let states: string[] = [];
  const deliver = async () => {
    const begun = await domain.webhooks.begin({ onState: ({ state }) => states.push(state) });
    await domain.webhooks.settle();
    return begun;
  };
  async function auditRecords(): Promise<readonly object[]> {
    const records: object[] = [];
    for await (const some of await domain.audit.read("acme", start)) records.push(...some);
    return records;
  }
  const deliverAgain = async () => {
    wait(11 * hour);
    await deliver();
    return sender.messages.at(-1);
  };
  const bodies = () => sender.messages.map(({ body }) => JSON.parse(body) as Body);
  const summaries = () =>
    bodies().map(({ type, data }) => [type, ...(data.changes ?? []).map(({ list, id, op }) => `${op} ${list} ${id}`)]);
  const wait = (milliseconds: number) => clock.set(plus(clock(), milliseconds));
  const answers = (...list: Partial<WebhookAnswer>[]) => {
    const left = [...list];
    sender.answer = () => left.shift() ?? { status: 200 };
  };

  it("sends the keys of changes after its creation, and nothing twice", async () => {
    await publish(1);
    await create();
    expect(await deliver()).toBe(0);
    await publish(1, 2);
    await remove(1);
    expect([await deliver(), await deliver()]).toEqual([1, 0]);
    const body = JSON.parse(sender.messages[0]?.body ?? "") as object;
    expect(body).toEqual({
      ...{ type: "changes", timestamp: "2026-06-01T12:00:00+00:00" },
      data: {
        account: "acme",
        changes: [
          { list: "reviews", id: "2", op: "upsert", revision: expect.any(Number) },
          { list: "reviews", id: "1", op: "delete", revision: expect.any(Number) },
        ],
      },
    });
    expect(sender.messages).toMatchObject([{ url, id: expect.stringMatching(/^msg_\w{22}$/), at: start }]);
  });

  it("sends nothing about other lists, and does not look again", async () => {
    await create("invites");
    await publish(1);
    expect([await deliver(), await deliver(), sender.messages]).toEqual([1, 0, []]);
  });

  it("sends at most 100 changes in a message, and the next message at once", async () => {
    await create();
    await publish(...Array.from({ length: 250 }, (_, index) => index + 1));
    expect(await deliver()).toBe(1);
    expect(bodies().map(({ data }) => data.changes.length)).toEqual([100, 100, 50]);
    const ids = bodies().flatMap(({ data }) => data.changes.map(({ id }) => Number(id)));
    expect(ids).toEqual(Array.from({ length: 250 }, (_, index) => index + 1));
    expect(Math.max(...sender.messages.map(({ body }) => body.length))).toBeLessThan(20_000);
  });

  it("repeats a message with the same id and body, while later changes wait", async () => {
    const id = await create();
    answers({ status: 302 }, { failure: "timeout" }, { status: 500, text: "no" });
    await publish(1);
    await deliver();
    await publish(2);
    expect(await deliver()).toBe(0);
    expect((await domain.webhooks.show(account, id)).webhook).toMatchObject({ state: "failing" });
    for (const pause of [6 * second, 6 * minute, 34 * minute]) {
      wait(pause);
      await deliver();
    }
    expect(new Set(sender.messages.slice(0, 4).map(({ id: message, body }) => `${message} ${body}`)).size).toBe(1);
    await deliver();
    expect(summaries().slice(3)).toEqual([
      ["changes", "upsert reviews 1"],
      ["changes", "upsert reviews 2"],
    ]);
    const { webhook, deliveries } = await domain.webhooks.show(account, id);
    expect(webhook).toMatchObject({ state: "active", failing_since: null, next_attempt_at: null });
    expect(states).toEqual(["failing", "active"]);
    expect(deliveries.map(({ number, status, failure, answer }) => [number, status, failure, answer])).toEqual([
      ...[
        [5, 200, null, ""],
        [4, 200, null, ""],
        [3, 500, null, "no"],
        [2, null, "timeout", ""],
        [1, 302, null, ""],
      ],
    ]);
  });

  it("sends the rows too on request, as in the change feed", async () => {
    await create("reviews", true);
    await publishEntries(anEntry({ id: 1, json: '{"text":"é"}', tail: '"more":[1]', keys: '"_location_id":3' }));
    await publish(2);
    await remove(2);
    await deliver();
    expect(bodies().map(({ data }) => data.changes)).toEqual([
      [
        {
          ...{ list: "reviews", id: "1", op: "upsert", revision: expect.any(Number) },
          item: { _location_id: 3, text: "é", more: [1] },
        },
        { list: "reviews", id: "2", op: "delete", revision: expect.any(Number) },
      ],
    ]);
  });

  it("sends at most 100 KB of rows in a message, and omits a row that is larger", async () => {
    await create("reviews", true);
    const lengths = [30_000, 16_000, 16_000, 98_850, 30_000, 10];
    await publishEntries(
      ...lengths.map((length, index) =>
        anEntry({ id: index + 1, json: JSON.stringify({ text: "é".repeat(length / 2) }) }),
      ),
      anEntry({ id: 7, json: JSON.stringify({ text: "x".repeat(99_000) }) }),
    );
    await deliver();
    const changes = bodies().map(({ data }) => data.changes.map(({ id, item }) => (item ? id : `${id} without item`)));
    expect(changes).toEqual([["1", "2", "3"], ["4"], ["5", "6", "7 without item"]]);
    const sizes = sender.messages.map(({ body }) => new TextEncoder().encode(body).length);
    expect(Math.max(...sizes)).toBeGreaterThan(99_000);
    expect(Math.max(...sizes)).toBeLessThan(100_000);
  });

  it("repeats a message with rows, or replaces it if one of them was changed or erased", async () => {
    const id = await create("reviews", true);
    sender.answer = () => ({ status: 500, text: "cannot store Bo Lee" });
    await publishEntries(...[1, 2, 3].map((one) => anEntry({ id: one, json: `{"name":"Bo Lee ${one}"}` })));
    const first = await deliverAgain();
    await publish(4);
    const second = await deliverAgain();
    await remove(2);
    await publish(3);
    const [third, fourth] = [await deliverAgain(), await deliverAgain()];
    const identity = (message: typeof first) => [message?.id, message?.body];
    expect([identity(second), identity(fourth)]).toEqual([identity(first), identity(third)]);
    expect(third?.id).not.toBe(first?.id);
    expect(third?.body).toContain("Bo Lee 1");
    expect(third?.body).not.toMatch(/Bo Lee [23]/);
    const stored = await ports.storage.read(account, ({ webhooks }) =>
      Promise.all([webhooks.all(account), webhooks.deliveries(account, id as WebhookId, 9)]),
    );
    expect(JSON.stringify(stored)).not.toContain("Bo Lee");
    answers();
    await deliverAgain();
    await deliver();
    const accepted = bodies()
      .slice(4)
      .flatMap(({ data }) => data.changes.map(({ op, id: row }) => `${op} ${row}`));
    expect(accepted).toEqual(["upsert 1", "upsert 4", "delete 2", "upsert 3"]);
    const records = await auditRecords();
    const sent = { action: "send_rows", actor: "service", subject: `webhook ${id}` };
    expect(records.slice(2, 3)).toMatchObject([{ ...sent, rows: 3, outcome: "500" }]);
    expect(records.at(-1)).toMatchObject({ ...sent, outcome: "200" });
  });

  it("pauses longer after each failure, and is disabled after five days", async () => {
    const id = await create();
    sender.answer = () => ({ status: 500 });
    await publish(1);
    const times: number[] = [];
    for (let hours = 0; hours < 6 * 24 * 60; hours += 1) {
      if ((await deliver()) > 0) times.push(clock());
      wait(minute);
    }
    const pauses = times.slice(1).map((time, index) => (time - (times[index] ?? 0)) / minute);
    const expected = [1, 5, 30, 120, 300, 600, 600];
    expect(pauses.slice(0, 7).every((pause, index) => Math.abs(pause / (expected[index] ?? 0) - 1) <= 0.21)).toBe(true);
    expect((times.at(-1) ?? 0) - start).toBeGreaterThanOrEqual(5 * day);
    const { webhook } = await domain.webhooks.show(account, id);
    expect(webhook).toMatchObject({ state: "disabled", disabled_by: "failing", next_attempt_at: null });
    answers();
    await domain.webhooks.enable(account, id);
    await deliver();
    expect(sender.messages.at(-1)?.id).toBe(sender.messages[0]?.id);
    expect((await domain.webhooks.show(account, id)).webhook).toMatchObject({ state: "active" });
  });

  it.each([
    ["seconds", 429, "3600", hour],
    ["a date", 503, "Mon, 01 Jun 2026 13:00:00 GMT", hour],
    ["more than ten hours", 503, "999999999", 10 * hour],
    ["something else", 429, "soon", 6 * second],
    ["another status", 500, "3600", 6 * second],
  ])("waits as Retry-After asks: %s", async (_, status, retryAfter, pause) => {
    await create();
    answers({ status, retryAfter });
    await publish(1);
    await deliver();
    wait(pause - 2 * second);
    expect(await deliver()).toBe(0);
    wait(2 * second);
    expect(await deliver()).toBe(1);
  });

  it("is disabled by the status 410", async () => {
    const id = await create();
    answers({ status: 410 });
    await publish(1);
    await deliver();
    wait(6 * day);
    expect([await deliver(), states]).toEqual([0, ["disabled"]]);
    expect((await domain.webhooks.show(account, id)).webhook).toMatchObject({ state: "disabled", disabled_by: "gone" });
  });

  it("sends nothing while it or its account is disabled, and later what it missed", async () => {
    const id = await create();
    await domain.webhooks.disable(account, id);
    await publish(1);
    expect(await deliver()).toBe(0);
    await domain.webhooks.enable(account, id);
    await domain.accounts.setDisabled("acme", true);
    expect(await deliver()).toBe(0);
    await domain.accounts.setDisabled("acme", false);
    expect(await deliver()).toBe(1);
    expect(summaries()).toEqual([["changes", "upsert reviews 1"]]);
  });

  it("keeps a message that waits while its account is disabled, and sends no further messages", async () => {
    await create();
    await publish(...Array.from({ length: 250 }, (_, index) => index + 1));
    answers({ status: 500 });
    await deliver();
    await domain.accounts.setDisabled("acme", true);
    wait(day);
    expect(await deliver()).toBe(0);
    await domain.accounts.setDisabled("acme", false);
    sender.answer = async () => {
      await domain.accounts.setDisabled("acme", true);
      return { status: 200 };
    };
    await deliver();
    expect(sender.messages.map((one) => one.id)).toEqual([sender.messages[0]?.id, sender.messages[0]?.id]);
    await domain.accounts.setDisabled("acme", false);
    answers();
    await deliver();
    expect(bodies().map(({ data }) => data.changes.length)).toEqual([100, 100, 100, 50]);
  });

  it("sends nothing more after its account was deleted", async () => {
    await create();
    await publish(1);
    answers({ status: 500 });
    await deliver();
    wait(day);
    const errors: unknown[] = [];
    sender.answer = async () => {
      await domain.accounts.remove("acme", { confirm: "acme" });
      return { status: 500 };
    };
    await domain.webhooks.begin({ onError: (error) => errors.push(error) });
    await domain.webhooks.settle();
    wait(day);
    expect([await deliver(), sender.messages.length, errors]).toEqual([0, 2, []]);
  });

  it("makes an attempt again whose process was killed, after 30 seconds", async () => {
    await create();
    await publish(1);
    sender.answer = () => new Promise(() => {});
    await domain.webhooks.begin();
    await new Promise((resolve) => setTimeout(resolve));
    const other = createDomain(ports);
    const deliverToo = async () => [await other.webhooks.begin(), await other.webhooks.settle()][0];
    answers();
    wait(30 * second - 1);
    expect(await deliverToo()).toBe(0);
    wait(1);
    expect(await deliverToo()).toBe(1);
    expect(sender.messages[1]).toEqual({ ...sender.messages[0], at: plus(start, 30 * second) });
  });

  it("does not count canceled attempts", async () => {
    const id = await create();
    answers({ failure: "canceled" });
    await publish(1);
    await deliver();
    expect(await domain.webhooks.show(account, id)).toMatchObject({ webhook: { state: "active" }, deliveries: [] });
    expect(await deliver()).toBe(1);
    expect(summaries()).toHaveLength(2);
  });

  it.each([
    [100, 0],
    [400, 2],
  ])("waits for %i others that begin to hang at once up to %i seconds", async (others, seconds) => {
    sender.answer = ({ url: one }) => (one === url ? { status: 204 } : new Promise(() => {}));
    for (let number = 0; number < others; number += 1) {
      const { id } = await domain.accounts.create({ key: `other-${number}`, name: "Other" });
      await domain.webhooks.create(id, { url: `${url}/${number}`, lists: "account" });
      await ports.storage.transact(id, ({ feed }) => feed.publish(id, "account", [anEntry()]));
    }
    wait(1);
    await create();
    const begin = async () => {
      await domain.webhooks.begin();
      await new Promise((resolve) => setTimeout(resolve));
      return sender.messages.filter((one) => one.url === url).length;
    };
    await publish(1);
    expect(await begin()).toBe(seconds === 0 ? 1 : 0);
    wait(seconds * second);
    expect(await begin()).toBe(1);
    wait(second);
    await publish(2);
    expect(await begin()).toBe(2);
  });

  it("tells the receiver to start over after a restore, even if nothing changes", async () => {
    const id = await create();
    await publish(1);
    await domain.changes.expireCursors(account);
    await publish(2);
    await deliver();
    await publish(3);
    await deliver();
    expect(summaries()).toEqual([["reset"], ["changes", "upsert reviews 3"]]);
    await domain.changes.expireCursors(account);
    expect(await deliver()).toBe(0);
    for (let count = 0; count < 3; count += 1) {
      wait(15 * minute);
      expect([await deliver(), await deliver()]).toEqual([1, 0]);
    }
    expect(summaries().slice(2)).toEqual([["reset"]]);
    expect((await domain.webhooks.show(account, id)).deliveries).toMatchObject([
      ...[{ type: "reset" }, { type: "changes" }, { type: "reset" }],
    ]);
  });

  it("tells the receiver to start over if deletions are no longer stored", async () => {
    const id = await create();
    await domain.webhooks.disable(account, id);
    await publish(1);
    await remove(1);
    wait(100 * day);
    await ports.storage.transact(account, ({ feed }) => feed.forgetRemoved(account, clock()));
    await domain.webhooks.enable(account, id);
    expect([await deliver(), await deliver()]).toEqual([1, 0]);
    expect(summaries()).toEqual([["reset"]]);
  });

  it("sends the changes since a time again, with new ids", async () => {
    const id = await create();
    for (const number of [1, 2, 3]) {
      await publish(number);
      await deliver();
      wait(hour);
    }
    const replayed = await domain.webhooks.replay(account, id, at("2026-06-01T12:30:00Z"));
    expect(replayed.first_change_at).toBe("2026-06-01T13:00:00+00:00");
    await deliver();
    expect(summaries().slice(3)).toEqual([["changes", "upsert reviews 2", "upsert reviews 3"]]);
    expect(new Set(sender.messages.map((one) => one.id)).size).toBe(4);
    expect(await domain.webhooks.replay(account, id, at("2026-06-02"))).toMatchObject({ first_change_at: null });
    expect(await deliver()).toBe(0);
  });

  it("sends a test once, even while it is disabled", async () => {
    const id = await create();
    await domain.webhooks.disable(account, id);
    answers({ status: 400, text: "bad signature" });
    expect(await domain.webhooks.test(account, id)).toMatchObject({
      type: "test",
      status: 400,
      answer: "bad signature",
    });
    expect(summaries()).toEqual([["test"]]);
    expect((await domain.webhooks.show(account, id)).deliveries).toMatchObject([{ number: 1, type: "test" }]);
  });

  it("signs with two secrets for seven days after a rotation", async () => {
    const { id, secret } = await domain.webhooks.create(account, { url, lists: "reviews" });
    const rotated = await domain.webhooks.rotate(account, id);
    expect(rotated).toMatchObject({ earlier_secret_until: "2026-06-08T12:00:00+00:00" });
    await domain.webhooks.test(account, id);
    wait(7 * day);
    await domain.webhooks.test(account, id);
    expect(sender.messages.map(({ sealed }) => sealed)).toEqual([
      [`${id} ${rotated.secret}`, `${id} ${secret}`],
      [`${id} ${rotated.secret}`],
    ]);
  });

  it("can be removed while it sends a message", async () => {
    const id = await create();
    await publish(1);
    sender.answer = async () => {
      await domain.webhooks.remove(account, id);
      return { status: 200 };
    };
    await deliver();
    expect(await domain.webhooks.list(account)).toEqual([]);
    await expect(domain.webhooks.show(account, id)).rejects.toMatchObject({ code: "webhook_not_found" });
  });

  it("must have a public URL and known lists, and there are at most ten", async () => {
    const refused = (webhook: { url: string; lists: string }) =>
      expect(domain.webhooks.create(account, webhook)).rejects;
    await refused({ url: "http://a.example", lists: "reviews" }).toMatchObject({ code: "webhook_url_not_allowed" });
    await refused({ url, lists: "reviews,secrets" }).toMatchObject({ code: "unknown_list" });
    for (let count = 0; count < 10; count += 1) await create();
    await refused({ url, lists: "reviews" }).toMatchObject({ code: "too_many_webhooks" });
    const { webhookSender: _, ...without } = ports;
    await expect(createDomain(without).webhooks.create(account, { url, lists: "reviews" })).rejects.toMatchObject({
      ...{ code: "webhooks_off" },
    });
  });

  it("is in the audit trail, without its secret", async () => {
    const id = await create();
    await domain.webhooks.rotate(account, id);
    answers({ status: 410 });
    await publish(1);
    await deliver();
    await domain.webhooks.enable(account, id);
    await domain.webhooks.remove(account, id);
    const records = await auditRecords();
    expect(records.slice(1)).toMatchObject(
      [
        { action: "create_webhook", actor: "operator" },
        { action: "rotate_webhook" },
        { action: "disable_webhook", actor: "service", outcome: "gone" },
        { action: "enable_webhook" },
        { action: "remove_webhook" },
      ].map((one) => ({ ...one, subject: `webhook ${id}` })),
    );
    expect(JSON.stringify(records)).not.toContain("whsec_");
  });
});
