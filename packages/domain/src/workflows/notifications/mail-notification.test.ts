import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain, type Domain } from "../../domain.js";
import type { AccountId, UserId } from "../../foundation/kernel/ids.js";
import { day, hour, minute } from "../../foundation/kernel/times.js";
import { memoryNotificationMailer, memoryPorts, memoryWebhookSender, stillClock } from "../../memory/index.js";
import type { Ports } from "../../ports.js";
import { anImportRow, at, bundleOf } from "../../testing/builders.js";
import { readTrail } from "../../testing/fresh-storage.js";
import { importPractice } from "../../testing/practices.js";
import { maxSubscriptions } from "../../subjects/notifications/subscriptions.js";
import { mailRefused, mailUnavailable } from "../../subjects/users/mail-invitation.js";

const base = "https://repute.example.com";
const start = at("2026-06-01T12:00:00Z");
const ada = { kind: "user", id: 7, role: "Administrator", name: "Ada Quill", email: "ada@example.com", active: true };
const bo = { ...ada, id: 8, name: "Bo", email: "bo@example.com" };
const google = { kind: "platform", id: 3, name: "Google", is_survey: false };
const both = { topics: ["imports", "reviews"], maxRating: 3 };
const choice = { email: "ADA@example.com" };

let clock: ReturnType<typeof stillClock>;
let mailer: ReturnType<typeof memoryNotificationMailer>;
let ports: Ports;
let domain: Domain;
let account: AccountId;
beforeEach(async () => {
  clock = stillClock(start);
  mailer = memoryNotificationMailer();
  ports = memoryPorts({ clock, notificationMailer: mailer });
  domain = createDomain(ports, { baseUrl: base });
  account = (await domain.accounts.create({ key: "acme", name: "Acme Dental", timeZone: "America/Denver" })).id;
  await load(ada, bo, google);
});

const load = (...lines: object[]) => domain.bundle.load(account, bundleOf(lines));
const review = (id: number, rating: number | null, daysAgo = 1, more: object = {}) => ({
  ...{ kind: "review", id, platform_id: 3, rating, comment: "Bad", reviewer: "Pat Smith" },
  ...{ create_time: new Date(clock() - daysAgo * day).toISOString(), ...more },
});
const subscribe = (wanted = both) => domain.notifications.subscribe(account, choice, wanted);
const mail = async (of = domain) => (await of.notifications.mail()).outcome;
const later = (milliseconds: number) => clock.set(clock() + milliseconds);
const news = () => mailer.mails.map((one) => one.news);
const list = () => domain.notifications.list(account);
const stored = () => ports.storage.read(account, ({ subscriptions }) => subscriptions.of(account, 7 as UserId));

/** Mails until nothing is due. Returns the outcomes. */
async function mailAll(): Promise<string[]> {
  const outcomes: string[] = [];
  for (let outcome = await mail(); outcome !== "none"; outcome = await mail()) outcomes.push(outcome);
  return outcomes;
}

describe("notifications of webhooks", () => {
  it("name a webhook that fails, once, and later that the service has disabled it", async () => {
    const webhookSender = memoryWebhookSender();
    webhookSender.answer = () => ({ status: 500 });
    const own = createDomain({ ...ports, webhookSender }, { baseUrl: base });
    const { id } = await own.webhooks.create(account, { url: "https://a.example/", lists: "platforms" });
    const deliver = async () => [await own.webhooks.begin(), await own.webhooks.settle()];
    await subscribe({ ...both, topics: ["webhooks"] });
    expect(await mailAll()).toEqual(["put_off"]);
    await load({ ...google, id: 4, name: "Yelp" });
    await deliver();
    later(10 * minute);
    expect(await mailAll()).toEqual(["sent"]);
    later(2 * hour);
    expect(await mailAll()).toEqual(["put_off"]);
    later(5 * day);
    await deliver();
    expect(await mailAll()).toEqual(["sent"]);
    const named = { webhook: id, since: start };
    expect(news()).toEqual([[{ kind: "webhook_failing", ...named }], [{ kind: "webhook_disabled", ...named }]]);
    await own.webhooks.disable(account, id);
    later(2 * hour);
    expect(await mailAll()).toEqual(["put_off"]);
  });
});

describe("notifications of low reviews", () => {
  it("name the low reviews of the last seven days once, without what patients wrote", async () => {
    await load(review(1, 2), review(2, 4), review(3, 3, 6), review(4, 1, 8), review(5, null));
    await subscribe();
    expect(await mailAll()).toEqual(["sent"]);
    const [first] = mailer.mails;
    expect(first).toMatchObject({
      to: { name: "Ada Quill", email: "ada@example.com" },
      ...{ practice: "Acme Dental", more: 0, timeZone: "America/Denver" },
      endLink: expect.stringMatching(/^https:\/\/repute\.example\.com\/notifications\/[\w-]{22}$/),
    });
    const low = { kind: "low_review", platform: "Google", location: null };
    expect(news()).toEqual([
      [
        { ...low, stars: 2, at: start - day },
        { ...low, stars: 3, at: start - 6 * day },
      ],
    ]);
    expect(JSON.stringify(first)).not.toMatch(/Bad|Pat Smith/);
    later(2 * hour);
    await load(review(1, 2, 1, { comment: "Worse" }), review(6, 1));
    expect(await mailAll()).toEqual(["sent"]);
    expect(news()[1]).toMatchObject([{ stars: 1 }]);
    expect(await list()).toMatchObject([{ last_mailed: "2026-06-01T14:00:00+00:00", failure: null }]);
  });

  it("come at most every two hours, and all at once after a pause", async () => {
    await load(review(1, 1));
    await subscribe();
    expect(await mailAll()).toEqual(["sent"]);
    await load(review(2, 1), review(3, 1));
    later(2 * hour - 1_000);
    expect(await mailAll()).toEqual([]);
    later(1_000);
    expect(await mailAll()).toEqual(["sent"]);
    expect(news()[1]).toHaveLength(2);
    later(2 * hour);
    expect(await mailAll()).toEqual(["put_off"]);
    await load(review(4, 1));
    later(10 * minute);
    expect(await mailAll()).toEqual(["sent"]);
  });

  it("name 20 news and the number of further ones", async () => {
    await load(...Array.from({ length: 25 }, (_, index) => review(index + 1, 1)));
    await subscribe();
    await mail();
    expect(mailer.mails[0]?.news).toHaveLength(20);
    expect(mailer.mails[0]?.more).toBe(5);
    later(2 * hour);
    expect(await mailAll()).toEqual(["put_off"]);
  });

  it("come again for a review whose rating falls, and not for one that was deleted", async () => {
    await load(review(1, 5), review(2, 2));
    await subscribe({ topics: ["reviews"], maxRating: 2 });
    await mail();
    later(2 * hour);
    await load(review(1, 1), { kind: "review", id: 2, deleted: true });
    await mail();
    expect(news()[1]).toMatchObject([{ stars: 1 }]);
    expect((await stored())?.reported).toEqual(["review 1"]);
  });
});

describe("notifications of imports", () => {
  it("name a source that failed once a day, and again when it fails later", async () => {
    const fail = () => domain.bundle.load(account, bundleOf([{ kind: "nonsense" }])).catch(() => {});
    later(minute);
    await fail();
    await subscribe({ topics: ["imports"], maxRating: 3 });
    expect(await mailAll()).toEqual(["sent"]);
    expect(news()).toEqual([[{ kind: "failing", source: "bundles", since: start + minute }]]);
    later(2 * hour);
    await fail();
    expect(await mailAll()).toEqual(["put_off"]);
    later(day);
    await fail();
    expect(await mailAll()).toEqual(["sent"]);
    await load(google);
    later(day);
    expect(await mailAll()).toEqual(["put_off"]);
    expect((await stored())?.reported).toEqual([]);
  });

  it("name a source whose data is late", async () => {
    await domain.accounts.expect("acme", {
      ...{ source: "bundles", warnAfter: { count: 6, period: "hour" }, errorAfter: null },
      days: [0, 1, 2, 3, 4, 5, 6],
    } as never);
    await subscribe();
    expect(await mailAll()).toEqual(["put_off"]);
    later(7 * hour);
    expect(await mailAll()).toEqual(["sent"]);
    expect(news()).toMatchObject([[{ kind: "late", source: "bundles" }]]);
  });

  it("count the statuses of an import that have no meaning", async () => {
    const practice = await importPractice();
    const { account: own } = practice;
    const of = createDomain({ ...practice.ports, notificationMailer: mailer }, { baseUrl: base });
    await of.bundle.load(own, bundleOf([ada]));
    const run = await practice.run([
      anImportRow({ status: "Quirky" }),
      anImportRow({ id: "9", status: "Odd" } as never),
    ]);
    await of.notifications.subscribe(own, choice, both);
    expect(await mail(of)).toBe("sent");
    expect(news()).toEqual([[expect.objectContaining({ kind: "unknown_statuses", run: run.import_id, statuses: 2 })]]);
    expect(JSON.stringify(mailer.mails)).not.toMatch(/Quirky|Odd/);
  });
});

describe("the figures of a week", () => {
  it("come once, from Monday at 8 in the account's time zone, and equal the overview", async () => {
    // June 1 is a Monday. In Denver, it is 6 a.m. at noon UTC.
    const dated = (id: number, rating: number, create_time: string) => review(id, rating, 0, { create_time });
    await load(
      dated(1, 5, "2026-05-25T06:00:00Z"),
      dated(2, 2, "2026-06-01T05:59:59Z"),
      dated(3, 1, "2026-05-25T05:59:59Z"),
      dated(4, 1, "2026-06-01T06:00:00Z"),
    );
    await subscribe({ topics: ["weekly"], maxRating: 3 });
    expect(await mailAll()).toEqual(["sent"]);
    expect(news()).toMatchObject([[{ kind: "week", from: "2026-05-18", to: "2026-05-24", reviews: { total: 1 } }]]);
    later(2 * hour - 1_000);
    expect(await mailAll()).toEqual([]);
    later(1_000);
    expect(await mailAll()).toEqual(["sent"]);
    const nothing = { nps: { total: 0, score: null }, invites: { sent: 0, reviewed: 0 } };
    expect(news()[1]).toEqual([
      {
        ...{ kind: "week", from: "2026-05-25", to: "2026-05-31", reviews: { total: 2, average: 3.5 } },
        ...{ ...nothing, conversions: { total: 0, linked: 0 } },
      },
    ]);
    for (let hours = 2; hours < 7 * 24; hours += 2) {
      later(2 * hour);
      expect(await mailAll()).toEqual(["put_off"]);
    }
    later(2 * hour);
    expect(await mailAll()).toEqual(["sent"]);
  });

  it("cover two months if the week does", async () => {
    clock.set(at("2026-07-06T20:00:00Z"));
    const dated = (id: number, rating: number, create_time: string) => review(id, rating, 0, { create_time });
    await load(dated(1, 5, "2026-06-30T12:00:00Z"), dated(2, 4, "2026-07-02T12:00:00Z"));
    await subscribe({ topics: ["weekly"], maxRating: 3 });
    expect(await mailAll()).toEqual(["sent"]);
    expect(news()).toMatchObject([[{ from: "2026-06-29", reviews: { total: 2, average: 4.5 } }]]);
  });
});

describe("a subscription", () => {
  it("is changed by subscribing again, and keeps what the user knows and the link", async () => {
    await load(review(1, 1));
    await subscribe();
    await mail();
    const before = await stored();
    expect(await subscribe({ topics: ["reviews"], maxRating: 1 })).toEqual({
      ...{ user: { id: 7, email: "ada@example.com" }, topics: ["reviews"], at_most: 1 },
      ...{ last_mailed: "2026-06-01T12:00:00+00:00", failure: null },
    });
    expect(await stored()).toEqual({ ...before, topics: ["reviews"], maxRating: 1 });
  });

  it.each([
    [{ topics: [], maxRating: 3 }, "the topics must be among imports, reviews, webhooks, weekly"],
    [{ topics: ["reviews", "news"], maxRating: 3 }, "the topics must be among imports, reviews, webhooks, weekly"],
    [{ topics: ["reviews"], maxRating: 5 }, "a low review has at most 1 to 4 stars"],
    [{ topics: ["reviews"], maxRating: 1.5 }, "a low review has at most 1 to 4 stars"],
  ])("refuses %j", async (wanted, message) => {
    await expect((async () => subscribe(wanted))()).rejects.toMatchObject({ code: "invalid_subscription", message });
  });

  it("ends by its link, once, and by an operator", async () => {
    await subscribe();
    const { id = "" } = (await stored()) ?? {};
    expect(await domain.notifications.open(id)).toEqual({ practice: "Acme Dental" });
    expect(await domain.notifications.end(id)).toEqual({ practice: "Acme Dental" });
    for (const text of [id, "", "x".repeat(22), `${id}x`]) {
      await expect(domain.notifications.end(text)).rejects.toMatchObject({ code: "subscription_not_found" });
      await expect(domain.notifications.open(text)).rejects.toMatchObject({ code: "subscription_not_found" });
    }
    expect([await list(), await mailAll()]).toEqual([[], []]);
    await subscribe();
    expect((await stored())?.id).not.toBe(id);
    await domain.notifications.unsubscribe(account, choice);
    await expect(domain.notifications.unsubscribe(account, choice)).rejects.toMatchObject({
      code: "subscription_not_found",
    });
    const trail = (await readTrail(ports.storage, account)).filter(({ subject }) => subject === "user 7");
    expect(trail.map(({ action, actor }) => [action, actor])).toEqual([
      ["subscribe_user", "operator"],
      ["unsubscribe_user", "user"],
      ["subscribe_user", "operator"],
      ["unsubscribe_user", "operator"],
    ]);
  });

  it("ends with its user", async () => {
    await subscribe();
    await load({ kind: "user", id: 7, deleted: true });
    expect([await list(), await mailAll()]).toEqual([[], []]);
    await expect(subscribe()).rejects.toMatchObject({ code: "user_not_found" });
  });

  it("of each of several users has its own message, and accounts have a limited number", async () => {
    await load(
      review(1, 1),
      ...Array.from({ length: maxSubscriptions }, (_, index) => ({
        ...bo,
        id: 10 + index,
        email: `u${index}@example.com`,
      })),
    );
    await subscribe();
    await domain.notifications.subscribe(account, { id: 8 as UserId }, both);
    expect(await mailAll()).toEqual(["sent", "sent"]);
    expect(new Set(mailer.mails.map(({ endLink }) => endLink)).size).toBe(2);
    for (let index = 2; index < maxSubscriptions; index += 1)
      await domain.notifications.subscribe(account, { id: (10 + index) as UserId }, both);
    await expect(domain.notifications.subscribe(account, { id: 10 as UserId }, both)).rejects.toMatchObject({
      code: "too_many_subscriptions",
    });
  });
});

describe("a message that is not sent", () => {
  it.each([
    ["mail_unavailable", mailUnavailable("ECONNREFUSED")],
    ["mail_refused", mailRefused("SMTP_550")],
  ])("is tried again after %s", async (code, error) => {
    await load(review(1, 1));
    await subscribe();
    mailer.failure = error;
    expect(await mailAll()).toEqual(["failed"]);
    expect(await list()).toMatchObject([{ last_mailed: null, failure: code }]);
    mailer.failure = undefined;
    later(30 * minute);
    expect(await mailAll()).toEqual(["sent"]);
    expect(await list()).toMatchObject([{ failure: null }]);
    const sent = (await readTrail(ports.storage, account)).filter(({ action }) => action === "send_notification");
    expect(sent.map(({ outcome, actor }) => [outcome, actor])).toEqual([
      [code, "service"],
      ["ok", "service"],
    ]);
  });

  it("is sent after a crash", async () => {
    await load(review(1, 1));
    await subscribe();
    mailer.send = () => Promise.reject(new Error("killed"));
    await mail();
    const again = memoryNotificationMailer();
    const restarted = createDomain({ ...ports, notificationMailer: again }, { baseUrl: base });
    later(30 * minute);
    expect(await mail(restarted)).toBe("sent");
    expect(again.mails).toHaveLength(1);
  });

  it("waits while the account is disabled, and without a mailer or an address", async () => {
    await load(review(1, 1));
    await subscribe();
    await domain.accounts.setDisabled("acme", true);
    expect(await mailAll()).toEqual([]);
    await domain.accounts.setDisabled("acme", false);
    const { notificationMailer: _, ...without } = ports;
    expect(await mail(createDomain(without, { baseUrl: base }))).toBe("none");
    expect(await mail(createDomain(ports))).toBe("none");
    expect(await mailAll()).toEqual(["sent"]);
  });
});
