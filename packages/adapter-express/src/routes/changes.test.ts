import { crc32 } from "node:zlib";
import { afterAll, describe, expect, it } from "@jest/globals";
import { createDomain } from "@repute/domain";
import { bundleOf } from "@repute/domain/testing";
import request from "supertest";
import { practice, tokenFor } from "../../test/practice.js";
import { closeServers, portOf } from "../../test/raw-connection.js";
import type { RouterOptions } from "../options.js";
import { createApp } from "../server.js";

type Change = { readonly list: string; readonly id: string; readonly op: string; readonly item?: object };

afterAll(closeServers);

async function serving() {
  const acme = await practice();
  const app = createApp(acme.domain, acme.options);
  const ask = (query: object = {}, token = acme.tokens["api-token"]) =>
    request(app).get("/v2/changes").query(query).set("api-token", token);
  const take = async (query: object = {}) => {
    const { headers, body } = await ask(query).expect(200);
    const { items } = body as { readonly items: readonly Change[] };
    return { items, cursor: headers["x-cursor"] as string, next: headers["link"] as string | undefined };
  };
  const load = (...lines: readonly object[]) => acme.domain.bundle.load(acme.account, bundleOf(lines));
  return { ...acme, app, ask, take, load };
}

const aReview = { kind: "review", id: 503, platform_id: 3, create_time: "2026-03-04T09:00:00Z" };

/** Path that returns the rows of each list in the order of `/changes`. */
const shown: Readonly<Record<string, string>> = {
  reviews: "reviews?order=asc",
  surveys: "surveys?order=asc",
  invites: "invites?order=asc",
  conversions: "conversions?order=asc",
  locations: "locations",
  providers: "providers",
  platforms: "platforms",
  messages: "messages",
  groups: "groups",
  "surveys-list": "surveys-list",
  "insights/byMonth": "insights/byMonth",
  "integration-imports": "integration-imports?show_test_runs=true",
  "integration-imports/appointments": "integration-imports/1/appointments",
  "integration-imports/invites": "integration-imports/1/invites",
  "cahps-parsed-files": "cahps-parsed-files?start_date=2020-01-01&end_date=2030-01-01",
  "cahps-parsed-files/warnings": "cahps-parsed-files/1/warnings",
};

/** Members before the members of the list: ids of related records, UTC times and local dates. */
const joinKeys = /(?<=^\{)(?:"_[a-z_]+":(?:\d+|null|"[^"]*"|\{[^}]*\}),)+/;

/** Starts a service. `wait` sends a request that waits for changes. */
async function waitingService(limits: Pick<RouterOptions, "maxWaits">) {
  const stopping = new AbortController();
  const acme = await practice();
  const app = createApp(acme.domain, { ...acme.options, ...limits, stopping: stopping.signal });
  const port = await portOf(app);
  const ask = (query: object) =>
    request(`http://127.0.0.1:${port}`).get("/v2/changes").query(query).set("api-token", acme.tokens["api-token"]);
  const cursor = (await ask({})).headers["x-cursor"] as string;
  const wait = async () => {
    const { body, headers } = await ask({ cursor }).set("Prefer", "wait=60").expect(200);
    return { items: (body as { items: Change[] }).items, applied: headers["preference-applied"] as string | undefined };
  };
  return { wait, stopping };
}

describe("GET /v2/changes", () => {
  it("returns everything without a cursor, then later changes", async () => {
    const { take, load } = await serving();
    const all = await take();
    expect(all.items.filter(({ list }) => list === "reviews").map(({ id }) => id)).toEqual(["501", "502"]);
    expect(await take({ cursor: all.cursor })).toEqual({ items: [], cursor: all.cursor, next: undefined });
    await load(aReview);
    const { items } = await take({ cursor: all.cursor });
    expect(items).toMatchObject([{ list: "reviews", id: "503", op: "upsert", item: { review_id: 503 } }]);
  });

  it("returns items byte for byte like their lists, after the join keys", async () => {
    const { app, tokens, load } = await serving();
    await load(
      { kind: "call", id: 900, called_at: "2026-03-02T16:00:00Z", from_number: "8015550142", tracking_number: "y" },
      { ...aReview, comment: 'né "quoted"\n\u2028' },
    );
    const text = async (path: string) =>
      (await request(app).get(path).set("api-token", tokens["api-token"]).set("Accept", "application/x-ndjson")).text;
    const changes = (await text("/v2/changes")).trimEnd().split("\n");
    const item = (list: string) =>
      changes
        .filter((line) => line.startsWith(`{"list":"${list}",`))
        .map((line) => /"item":([^]*)\}$/.exec(line)?.[1] ?? "");
    const shownItem = (list: string) => item(list).map((one) => one.replace(joinKeys, ""));
    expect(shownItem("reviews").join("\n")).toBe((await text("/v2/reviews?order=asc")).trimEnd());
    const keys = '"_location_id":null,"_provider_id":null,"_campaign_id":null,"_appointment_id":null,';
    expect(shownItem("calls").join("\n")).toBe((await text("/v2/calls?order=asc")).trimEnd());
    expect(item("calls").join()).toContain(keys);
    expect(shownItem("survey-responses").join("\n")).toBe(
      (await text("/v2/survey-responses?survey_id=4&order=asc")).trimEnd(),
    );
  });

  it("returns every list with its items, and the lists that only changes have", async () => {
    const { app, tokens, take, load } = await serving();
    await load(
      { kind: "message", id: 40, name: "After", languages: { en: { key: "en", message: "Hi" } } },
      {
        kind: "campaign",
        id: 50,
        name: "Spring",
        channel: "Paid Search",
        scct_parameter: "s",
        tracking_numbers: ["8015550100"],
      },
      { kind: "spend", id: 1, campaign_id: 50, start_date: "2026-03-01", end_date: "2026-03-03", amount: "10.00" },
      {
        kind: "call",
        id: 900,
        called_at: "2026-03-02T16:00:00Z",
        from_number: "8015550142",
        tracking_number: "8015550100",
      },
      {
        kind: "appointment",
        id: 1001,
        appointment_at: "2026-03-05T16:00:00Z",
        phone: "8015550142",
        location_id: 1,
        revenue: "80.5",
      },
      { kind: "listing_metric", location_id: 1, month: 202603, metric_type: "views_maps", count: 120 },
      { kind: "listing_metric", location_id: 1, month: 202603, metric_type: "actions_phone", count: 3 },
    );
    const lines = async (path: string) =>
      (
        await request(app)
          .get(`/v2/${path}`)
          .set("api-token", tokens["api-token"])
          .set("Accept", "application/x-ndjson")
      ).text
        .trimEnd()
        .split("\n");
    const changes = await lines("changes");
    for (const [list, path] of Object.entries(shown)) {
      const items = changes
        .filter((line) => line.startsWith(`{"list":"${list}",`))
        .map((line) => (/"item":([^]*)\}$/.exec(line)?.[1] ?? "").replace(joinKeys, ""));
      expect({ list, items: items.sort() }).toEqual({ list, items: (await lines(path)).sort() });
    }
    const { items } = await take({ lists: "campaign-catalog,spends,appointments" });
    expect(
      items.filter(({ list, id }) => list !== "appointments" || id === "1001").map(({ id, item }) => [id, item]),
    ).toEqual([
      [
        "1001",
        {
          ...{ appointment_id: 1001, appt_date: "2026-03-05T16:00:00+00:00", location_id: 1, provider_id: null },
          ...{ patient_id: null, revenue: "80.50", conversion_id: "call-900" },
          ...{ _appt_local_date: "2026-03-05", _patient_key: 'phone ["+18015550142"]' },
        },
      ],
      [
        "50",
        {
          ...{ id: 50, name: "Spring", channel: "Paid Search", source: null, parameter: "s" },
          tracking_numbers: ["+18015550100"],
        },
      ],
      ["1-2026-03-01", { campaign_id: 50, day: "2026-03-01", amount: "3.34" }],
      ["1-2026-03-02", { campaign_id: 50, day: "2026-03-02", amount: "3.33" }],
      ["1-2026-03-03", { campaign_id: 50, day: "2026-03-03", amount: "3.33" }],
    ]);
    expect((await take({ lists: "insights/byMonth" })).items.map(({ id }) => id)).toEqual([
      "1-2026-03-actions_phone",
      "1-2026-03-views_maps",
    ]);
  });

  it("reports the changes of every list, and none if rows are only rendered again", async () => {
    const { take, load, domain, account, clock } = await serving();
    await load(
      { kind: "campaign", id: 50, name: "Spring", channel: "Paid Search", tracking_numbers: ["8015550100"] },
      { kind: "spend", id: 1, campaign_id: 50, start_date: "2026-03-01", end_date: "2026-03-03", amount: "10.00" },
      {
        kind: "call",
        id: 900,
        called_at: "2026-03-02T16:00:00Z",
        from_number: "8015550142",
        tracking_number: "8015550100",
      },
      {
        kind: "call",
        id: 901,
        called_at: "2026-03-03T16:00:00Z",
        from_number: "8015550142",
        tracking_number: "8015550100",
      },
      { kind: "appointment", id: 1001, appointment_at: "2026-03-05T16:00:00Z", phone: "8015550142" },
      { kind: "platform", id: 5, name: "Tablet", is_survey: true },
    );
    const { cursor, items } = await take();
    expect(items.find(({ id }) => id === "1001")?.item).toMatchObject({ conversion_id: "call-901" });
    clock.set(clock() + 60_000);
    await domain.feed.rebuild(account);
    expect((await take({ cursor })).items).toEqual([]);
    await load(
      { kind: "platform", id: 5, name: "Tablet", is_survey: false },
      { kind: "spend", id: 1, campaign_id: 50, start_date: "2026-03-02", end_date: "2026-03-04", amount: "10.00" },
      {
        kind: "call",
        id: 902,
        called_at: "2026-03-04T16:00:00Z",
        from_number: "8015550142",
        tracking_number: "8015550100",
      },
      { kind: "location", id: 1, location_name: "Harbor", external_location_ids: [] },
    );
    const changes = (await take({ cursor })).items.map(({ list, id, op }) => `${op} ${list} ${id}`);
    expect(changes.slice(0, 2).sort()).toEqual(["delete spends 1-2026-03-01", "delete surveys-list 5"]);
    expect(changes).toEqual(
      expect.arrayContaining([
        ...[
          "upsert spends 1-2026-03-02",
          "upsert spends 1-2026-03-04",
          "upsert appointments 1001",
          "upsert platforms 5",
        ],
        ...["upsert locations 1", "upsert groups 30", "upsert reviews 501"],
      ]),
    );
    const state = (await take()).cursor;
    await domain.feed.rebuild(account);
    expect((await take({ cursor: state })).items).toEqual([]);
  });

  it("reports the rows of every list that a bundle deletes", async () => {
    const { take, load, domain, account } = await serving();
    const metric = { kind: "listing_metric", location_id: 1, month: 202603, metric_type: "views_maps" };
    await load(
      { kind: "campaign", id: 50, name: "Spring", channel: "Paid Search" },
      { kind: "spend", id: 1, campaign_id: 50, start_date: "2026-03-01", end_date: "2026-03-01", amount: "10.00" },
      { kind: "spend", id: 2, campaign_id: 50, start_date: "2026-03-01", end_date: "2026-03-01", amount: "10.00" },
      { kind: "call", id: 900, called_at: "2026-03-02T16:00:00Z", from_number: "8015550142", tracking_number: "y" },
      { kind: "appointment", id: 1001, appointment_at: "2026-03-05T16:00:00Z", phone: "8015550142" },
      { kind: "appointment", id: 1002, appointment_at: "2026-03-06T16:00:00Z", phone: "8015550142" },
      { kind: "platform", id: 5, name: "Tablet", is_survey: true },
      { ...metric, count: 120 },
    );
    const { cursor } = await take();
    const deletion = (kind: string, id: number) => ({ kind, id, deleted: true });
    await load(
      ...[deletion("spend", 1), deletion("appointment", 1001), deletion("platform", 5), deletion("review", 501)],
      {
        ...metric,
        deleted: true,
      },
    );
    const { items } = await take({ cursor });
    const changes = items.map(({ list, id, op }) => `${op} ${list} ${id}`).sort();
    expect(changes.filter((text) => text.startsWith("delete"))).toEqual([
      ...["delete appointments 1001", "delete insights/byMonth 1-2026-03-views_maps", "delete platforms 5"],
      ...["delete reviews 501", "delete spends 1-2026-03-01", "delete surveys-list 5"],
    ]);
    expect(items.find(({ id }) => id === "1002")?.item).toMatchObject({ conversion_id: "call-900" });
    const state = (await take()).cursor;
    await domain.feed.rebuild(account);
    expect((await take({ cursor: state })).items).toEqual([]);
  });

  it("returns pages with a cursor each, and a Link header only if there are more rows", async () => {
    const { app, take, tokens } = await serving();
    const all = (await take()).items;
    const seen: Change[] = [];
    let page = await take({ limit: "3" });
    for (; page.next !== undefined; page = await following(page.next)) {
      expect(page.items).toHaveLength(3);
      seen.push(...page.items);
    }
    expect([...seen, ...page.items]).toEqual(all);

    async function following(link: string) {
      const path = /^<(.*)>; rel="next"$/.exec(link)?.[1] ?? "";
      const { headers, body } = await request(app).get(path).set("api-token", tokens["api-token"]).expect(200);
      expect(path).toContain(encodeURIComponent(page.cursor));
      return { items: (body as typeof page).items, cursor: headers["x-cursor"] as string, next: headers["link"] };
    }
  });

  it("returns selected lists and accepts their cursor only for the same lists", async () => {
    const { take, ask } = await serving();
    const { items, cursor } = await take({ lists: "surveys, reviews" });
    expect([...new Set(items.map(({ list }) => list))].sort()).toEqual(["reviews", "surveys"]);
    await ask({ lists: "reviews,surveys", cursor }).expect(200);
    for (const query of [{ cursor }, { cursor, lists: "reviews" }]) {
      expect((await ask(query).expect(400)).body).toMatchObject({ code: "invalid_cursor" });
    }
  });

  it("rejects cursors of other accounts and modified cursors", async () => {
    const { domain, ask, take } = await serving();
    const other = await domain.accounts.create({ key: "other", name: "Other" });
    const { cursor } = await take();
    const theirs = await tokenFor(domain, other.id, "api-token");
    expect((await ask({ cursor }, theirs).expect(400)).body).toMatchObject({ code: "invalid_cursor" });
    for (const bent of [`${cursor}A`, cursor.slice(1), cursor.toLowerCase(), "x", "'", "é"]) {
      expect((await ask({ cursor: bent }).expect(400)).body).toMatchObject({ code: "invalid_cursor" });
    }
  });

  it("returns checksums that a copy can recompute", async () => {
    const { app, take, tokens } = await serving();
    const { items, cursor } = await take();
    const { body, headers } = await request(app).get("/v2/checksums").set("api-token", tokens["api-token"]).expect(200);
    const reviews = items.filter(({ list }) => list === "reviews");
    const sum = reviews.reduce((sum, { id, item }) => sum + crc32(`${id}\0${JSON.stringify(item)}`), 0);
    expect(headers["x-cursor"]).toBe(cursor);
    expect((body as { items: object[] }).items[0]).toEqual({
      ...{ list: "reviews", month: "2026-06", count: 2, checksum: String(sum) },
    });
    const some = await request(app).get("/v2/checksums?lists=calls").set("api-token", tokens["api-token"]).expect(200);
    expect(some.body).toEqual({ items: [] });
  });

  it("waits for changes up to the requested time and ignores changes of other lists", async () => {
    const { ask, take, load } = await serving();
    const { cursor } = await take();
    const { cursor: ofReviews } = await take({ lists: "reviews" });
    const waiting = [{ cursor }, { cursor: ofReviews, lists: "reviews" }].map((query) =>
      ask(query).set("Prefer", "handling=strict, wait=60").expect(200),
    );
    const answers = waiting.map((one) =>
      one.then(({ headers, body }) => ({ headers, items: (body as { items: Change[] }).items })),
    );
    await load({ kind: "platform", id: 5, name: "Tablet", is_survey: false });
    expect((await answers[0])?.items).toMatchObject([{ list: "platforms", id: "5" }]);
    await load(aReview);
    expect((await answers[1])?.items).toMatchObject([{ list: "reviews", id: "503" }]);
    expect((await answers[0])?.headers["preference-applied"]).toBe("handling=strict, wait=60");
    const { items } = (
      await ask({ cursor: (await take()).cursor })
        .set("Prefer", "wait=0")
        .expect(200)
    ).body as { items: [] };
    expect(items).toEqual([]);
    await ask().set("Prefer", "wait=60").expect(200);
  });

  it("notices changes made by another process", async () => {
    const { ask, take, ports, account } = await serving();
    const { cursor } = await take();
    const answer = ask({ cursor })
      .set("Prefer", "wait=60")
      .expect(200)
      .then(({ body }) => body as { items: Change[] });
    const other = createDomain(ports);
    await other.bundle.load(account, bundleOf([aReview]));
    expect((await answer).items).toMatchObject([{ list: "reviews", id: "503" }]);
  });

  it("lets at most eight requests per account wait, and none after the host stops", async () => {
    const { wait, stopping } = await waitingService({});
    const waiting = Array.from({ length: 9 }, wait);
    expect(await Promise.race(waiting)).toEqual({ items: [], applied: undefined });
    stopping.abort();
    const answers = await Promise.all(waiting);
    expect(answers.filter(({ applied }) => applied === "wait=60")).toHaveLength(8);
    expect(await wait()).toEqual({ items: [], applied: "wait=60" });
  });

  it("answers immediately if the maximum number of requests is waiting, without claiming to have waited", async () => {
    const { wait, stopping } = await waitingService({ maxWaits: 2 });
    const waiting = Array.from({ length: 3 }, wait);
    expect(await Promise.race(waiting)).toEqual({ items: [], applied: undefined });
    stopping.abort();
    await Promise.all(waiting);
  });

  it("reports all errors in one response", async () => {
    const { ask } = await serving();
    const { body } = await ask({ lists: "users", limit: "100001", cursor: "x" }).expect(400);
    expect((body as { errors: { parameter: string }[] }).errors.map(({ parameter }) => parameter)).toEqual([
      "lists",
      "limit",
    ]);
  });
});
