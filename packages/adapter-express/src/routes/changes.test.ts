import { afterAll, describe, expect, it } from "@jest/globals";
import { bundleOf } from "@repute/domain/testing";
import { crc32 } from "node:zlib";
import request from "supertest";
import { createApp } from "../app.js";
import { practice, tokenFor } from "../../test/practice.js";
import { closeServers } from "../../test/raw-connection.js";

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

describe("GET /v2/changes", () => {
  it("gives everything without a cursor, then what changed since", async () => {
    const { take, load } = await serving();
    const all = await take();
    expect(all.items.filter(({ list }) => list === "reviews").map(({ id }) => id)).toEqual(["501", "502"]);
    expect(await take({ cursor: all.cursor })).toEqual({ items: [], cursor: all.cursor, next: undefined });
    await load(aReview);
    const { items } = await take({ cursor: all.cursor });
    expect(items).toMatchObject([{ list: "reviews", id: "503", op: "upsert", item: { review_id: 503 } }]);
  });

  it("gives the item byte for byte as its list shows it, after what it is joined on", async () => {
    const { app, tokens, load } = await serving();
    await load(
      { kind: "call", id: 900, called_at: "2026-03-02T16:00:00Z", from_number: "8015550142", tracking_number: "y" },
      { ...aReview, comment: 'né "quoted"\n\u2028' },
    );
    const text = async (path: string) =>
      (await request(app).get(path).set("api-token", tokens["api-token"]).set("Accept", "application/x-ndjson")).text;
    const changes = (await text("/v2/changes")).trimEnd().split("\n");
    const item = (list: string) =>
      changes.filter((line) => line.startsWith(`{"list":"${list}",`)).map((line) => /"item":([^]*)\}$/.exec(line)?.[1]);
    expect(item("reviews").join("\n")).toBe((await text("/v2/reviews?order=asc")).trimEnd());
    const keys = '"_location_id":null,"_provider_id":null,"_campaign_id":null,"_appointment_id":null,';
    expect(item("calls").join("\n").replace(keys, "")).toBe((await text("/v2/calls?order=asc")).trimEnd());
    expect(item("calls").join()).toContain(keys);
    expect(item("survey-responses").join("\n").replaceAll('"_survey_id":4,', "")).toBe(
      (await text("/v2/survey-responses?survey_id=4&order=asc")).trimEnd(),
    );
  });

  it("comes page by page, each with where it goes on; a Link is there if and only if there is more", async () => {
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

  it("gives some lists alone, and takes a cursor for these alone", async () => {
    const { take, ask } = await serving();
    const { items, cursor } = await take({ lists: "surveys, reviews" });
    expect([...new Set(items.map(({ list }) => list))].sort()).toEqual(["reviews", "surveys"]);
    await ask({ lists: "reviews,surveys", cursor }).expect(200);
    for (const query of [{ cursor }, { cursor, lists: "reviews" }]) {
      expect((await ask(query).expect(400)).body).toMatchObject({ code: "invalid_cursor" });
    }
  });

  it("refuses another account's cursor, and one that is bent", async () => {
    const { domain, ask, take } = await serving();
    const other = await domain.accounts.create({ key: "other", name: "Other" });
    const { cursor } = await take();
    const theirs = await tokenFor(domain, other.id, "api-token");
    expect((await ask({ cursor }, theirs).expect(400)).body).toMatchObject({ code: "invalid_cursor" });
    for (const bent of [`${cursor}A`, cursor.slice(1), cursor.toLowerCase(), "x", "'", "é"]) {
      expect((await ask({ cursor: bent }).expect(400)).body).toMatchObject({ code: "invalid_cursor" });
    }
  });

  it("says what each list adds up to, which a copy can say as well", async () => {
    const { app, take, tokens } = await serving();
    const { items, cursor } = await take();
    const { body, headers } = await request(app).get("/v2/checksums").set("api-token", tokens["api-token"]).expect(200);
    const reviews = items.filter(({ list }) => list === "reviews");
    const sum = reviews.reduce((so, { id, item }) => so + crc32(`${id}\0${JSON.stringify(item)}`), 0);
    expect(headers["x-cursor"]).toBe(cursor);
    expect((body as { items: object[] }).items[0]).toEqual({
      ...{ list: "reviews", month: "2026-06", count: 2, checksum: String(sum) },
    });
    const some = await request(app).get("/v2/checksums?lists=calls").set("api-token", tokens["api-token"]).expect(200);
    expect(some.body).toEqual({ items: [] });
  });

  it("tells of everything that is wrong at once", async () => {
    const { ask } = await serving();
    const { body } = await ask({ lists: "users", limit: "100001", cursor: "x" }).expect(400);
    expect((body as { errors: { parameter: string }[] }).errors.map(({ parameter }) => parameter)).toEqual([
      "lists",
      "limit",
    ]);
  });
});
