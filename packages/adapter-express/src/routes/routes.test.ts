import { describe, expect, it } from "@jest/globals";
import { at, bundleOf } from "@repute/domain/testing";
import { servedPractice } from "../../test/served-practice.js";

const served = servedPractice();
const { get, items, load } = served;

describe.each(["/v1", "/v2"])("%s/reviews", (version) => {
  const ids = async (query: string) => (await items(`${version}/reviews${query}`)).map(({ review_id }) => review_id);

  it("lists reviews newest first with the specified members", async () => {
    expect(await items(`${version}/reviews`)).toMatchObject([
      { review_id: 502, rating: 2, comment: "Cold waiting room", provider: null, platform: "After the visit" },
      {
        review_id: 501,
        rating: 5,
        create_time: "2026-03-01T17:05:00+00:00",
        location: "Main Street",
        location_oid: "L-1",
        message: "Dr. Ada Quill",
        groups: [30],
      },
    ]);
  });

  it.each([
    ["", [502, 501]],
    ["?date=2026-03-01", [501]],
    ["?date=2026-03-01&end=2026-03-03", [502, 501]],
    ["?end=2026-03-01T17:05:00%2B00:00", [501]],
    ["?end=2026-03-01T17:05:00+00:00", [501]],
    ["?rating=5", [501]],
    ["?rating=1,%202", [502]],
    ["?rating=3", []],
    ["?date=&end=&rating=", [502, 501]],
    ["?rating", [502, 501]],
    ["?unknown=1&unknown=2", [502, 501]],
    ["?order=asc", [501, 502]],
    ["?order=desc&limit=1", [502]],
    ["?modified_since=2026-06-01T12:00:00Z&order=asc", [501, 502]],
    ["?modified_since=2026-06-02", []],
    ["?limit=&cursor=&order=&modified_since=", [502, 501]],
    ["?&&rating=5&", [501]],
    ["?rating=5#rating=2", [501]],
    ["?__proto__=1&constructor=2&rating=2", [502]],
  ])("selects rows by %j", async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });

  it("refuses an epoch from before a restore with 410, and accepts the current epoch", async () => {
    const { headers } = await get(`${version}/reviews`).expect(200);
    const epoch = String(headers["x-epoch"]);
    expect(epoch).toMatch(/^[0-9a-f]{16}$/);
    const next = `${version}/reviews?modified_since=2026-06-01T12:00:00Z`;
    expect((await get(`${next}&epoch=${epoch}`).expect(200)).headers["x-epoch"]).toBe(epoch);
    for (const other of ["0".repeat(16), epoch.toUpperCase(), "x"]) {
      const { body, headers: sent } = await get(`${next}&epoch=${other === epoch ? "y" : other}`).expect(410);
      expect(body).toMatchObject({ code: "epoch_expired" });
      expect(sent).not.toHaveProperty("x-epoch");
    }
    expect((await get(`${next}&epoch=`).expect(200)).headers["x-epoch"]).toBe(epoch);
  });

  it("reports the applied window and the watermark", async () => {
    const { headers } = await get(`${version}/reviews?date=2026-03-01`).expect(200);
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "cache-control": "no-store",
      "x-watermark": "2026-06-01T12:00:00+00:00",
      "x-window-start": "2026-03-01T00:00:00+00:00",
      "x-window-end": "2026-03-02T00:00:00+00:00",
    });
    expect(headers).not.toHaveProperty("etag");
    const open = await get(`${version}/reviews?end=2026-03-01`).expect(200);
    expect(open.headers).not.toHaveProperty("x-window-start");
    expect(open.headers["x-window-end"]).toBe("2026-03-02T00:00:00+00:00");
    const whole = await get(`${version}/reviews`).expect(200);
    expect(whole.headers).not.toHaveProperty("x-window-end");
  });

  it.each([
    ["?date=tomorrow", "invalid_date", "date"],
    ["?end=2026-02-30", "invalid_date", "end"],
    ["?date=2026-03-02&end=2026-03-01", "reversed_dates", "date"],
    ["?rating=6", "invalid_rating", "rating"],
    ["?rating=1,,2", "not_an_integer", "rating"],
    ["?rating=5.0", "not_an_integer", "rating"],
    ["?rating=4&rating=5", "parameter_given_twice", "rating"],
    ["?rating=&rating=5", "parameter_given_twice", "rating"],
    ["?rating=4&r%61ting=5", "parameter_given_twice", "rating"],
    ["?modified_since=soon", "invalid_date", "modified_since"],
    ["?order=ascending", "invalid_parameter", "order"],
    ["?order=ASC", "invalid_parameter", "order"],
    ["?limit=0", "invalid_limit", "limit"],
    ["?limit=10001", "invalid_limit", "limit"],
    ["?limit=1.0", "invalid_limit", "limit"],
    ["?cursor=x", "invalid_cursor", "cursor"],
  ])("rejects %j", async (query, code, parameter) => {
    const { body } = await get(`${version}/reviews${query}`).expect(400);
    expect(body).toMatchObject({ status: 400, code, errors: [{ parameter }] });
  });

  it.each(["?rating=%", "?rating=%zz", "?rating=%00", "?rating=%ff", "?%c3%28=1", "?other=%e0%80%80", "?x=%ed%a0%80"])(
    "rejects %j, which is not valid percent-encoded UTF-8",
    async (query) => {
      const { body } = await get(`${version}/reviews${query}`).expect(400);
      expect(body).toMatchObject({ code: "malformed_query" });
    },
  );
});

describe.each(["/v1", "/v2"])("%s/surveys", (version) => {
  it("lists NPS surveys with the members of reviews and the data of their invites", async () => {
    expect(await items(`${version}/surveys`)).toMatchObject([
      {
        review_id: 601,
        nps_rating: 9,
        question_id: "Would recommend",
        invite_name: "Bo Tran",
        sent_to: "801-555-0142",
      },
    ]);
    expect(await items(`${version}/surveys?date=2026-03-03`)).toEqual([]);
  });
});

describe.each(["/v1", "/v2"])("%s/invites", (version) => {
  const sentTo = async (query: string) => (await items(`${version}/invites${query}`)).map(({ sent_to }) => sent_to);

  it("lists invites newest first with string ids and times with a space", async () => {
    const [last, first] = await items(`${version}/invites`);
    expect(last).toMatchObject({
      sent_to: "cal@example.com",
      opened: null,
      clicked: [],
      extras: {},
      location_id: null,
    });
    expect(first).toMatchObject({
      sent_at: "2026-03-01 16:00:00+00:00",
      opened: "2026-03-01 16:05:00+00:00",
      clicked: [{ created_at: "2026-03-01 16:07:00+00:00", name: "Google" }],
      location_id: "1",
      provider_id: "10",
      status: "sent",
    });
  });

  it("lists the 24 hours from a date", async () => {
    expect(await sentTo("?date=2026-03-01")).toEqual(["801-555-0142"]);
  });

  it(version === "/v1" ? "ignores an end" : "supports a longer range with an end", async () => {
    const two = ["cal@example.com", "801-555-0142"];
    expect(await sentTo("?date=2026-03-01&end=2026-03-05")).toEqual(version === "/v1" ? two.slice(1) : two);
    expect(await sentTo("?end=2026-03-01")).toEqual(version === "/v1" ? two : two.slice(1));
  });

  it(version === "/v1" ? "ignores filters" : "supports filters", async () => {
    const custom = encodeURIComponent('{"custom_fields.plan":["eq","gold"]}');
    const two = ["cal@example.com", "801-555-0142"];
    expect(await sentTo(`?location_id=1&custom_filters=${custom}`)).toHaveLength(version === "/v1" ? 2 : 1);
    expect(await sentTo("?location_id=404&order=asc").catch(() => "refused")).toEqual(
      version === "/v1" ? two.reverse() : "refused",
    );
  });
});

describe("filters", () => {
  const ids = async (path: string) => (await items(path)).map(({ review_id }) => review_id);
  const custom = (filters: object) => `custom_filters=${encodeURIComponent(JSON.stringify(filters))}`;

  it.each([
    ["location_id=1", [501]],
    ["provider_id=10", [501]],
    ["group_id=30", [501]],
    ["location_id=%201%20,1&provider_id=10&group_id=30&rating=5&date=2026-03-01", [501]],
    ["location_id=1&rating=2", []],
    [custom({ "custom_fields.plan": ["eq", "gold"] }), [501]],
    [custom({ "custom_fields.plan": ["in_", ["silver"]] }), []],
    ["location_id=&custom_filters=", [502, 501]],
  ])("select rows of v2 by %j", async (query, expected) => {
    expect(await ids(`/v2/reviews?${query}`)).toEqual(expected);
  });

  it.each([
    ["location_id=7,1,9", "unknown_ids", "location_id", "unknown location_id(s) for this account: 7, 9"],
    ["provider_id=9", "unknown_ids", "provider_id", "unknown provider_id(s) for this account: 9"],
    ["group_id=1", "unknown_ids", "group_id", "unknown group_id(s) for this account: 1"],
    ["group_id=x", "not_an_integer", "group_id", "group_id must be integers separated by commas"],
    [custom({ plan: ["eq", "gold"] }), "invalid_custom_filters", "custom_filters", "invalid custom_filters key"],
    ["custom_filters=%7B", "invalid_custom_filters", "custom_filters", "custom_filters must be valid JSON"],
  ])("are rejected: %j", async (query, code, parameter, message) => {
    const { body } = await get(`/v2/reviews?${query}`).expect(400);
    expect(body).toMatchObject({ code, message, detail: message, errors: [{ parameter }] });
  });

  it("are ignored by v1", async () => {
    expect(await ids("/v1/reviews?location_id=x&provider_id=77&group_id=&custom_filters=%7B")).toEqual([502, 501]);
  });
});

describe.each(["/v1", "/v2"])("the catalog under %s", (version) => {
  it("has locations", async () => {
    expect(await items(`${version}/locations`)).toEqual([
      { id: 1, location_name: "Main Street", external_location_ids: ["L-1"] },
    ]);
  });

  it("has platforms, and omits `active` for surveys", async () => {
    expect(await items(`${version}/platforms`)).toEqual([
      { id: 3, name: "Google", is_survey: false, active: true },
      { id: 4, name: "After the visit", is_survey: true },
    ]);
  });

  it("has groups with providers, locations and child listings", async () => {
    expect(await items(`${version}/groups`)).toEqual([
      {
        id: 30,
        name: "North",
        providers: [{ id: 10, name: "Dr. Ada Quill", external_provider_ids: ["P-10"] }],
        locations: [
          {
            id: 1,
            name: "Main Street",
            formatted: "1 Main St",
            external_location_ids: ["L-1"],
            children: [
              {
                id: 20,
                name: "Ada Quill at Main",
                formatted: "1 Main St #2",
                formated: "1 Main St #2",
                provider_id: 10,
              },
            ],
          },
        ],
      },
    ]);
  });
});

describe("providers", () => {
  it("are available only in v2", async () => {
    expect(await items("/v2/providers")).toEqual([
      { id: 10, name: "Dr. Ada Quill", npi: "1234567893", external_provider_ids: ["P-10"] },
    ]);
    await get("/v1/providers").expect(404);
  });
});

describe.each(["locations", "providers", "platforms", "groups"])("%s", (catalog) => {
  it("can be cached with revalidation", async () => {
    const { headers } = await get(`/v2/${catalog}`).expect(200);
    expect(headers["cache-control"]).toBe("private, no-cache");
    expect(headers["etag"]).toMatch(/^W\/"[\w-]{27}"$/);
    const tag = headers["etag"] ?? "";
    for (const known of [tag, tag.slice(2), `"x", ${tag}`, "*"]) {
      const reply = await get(`/v2/${catalog}`).set("If-None-Match", known).expect(304);
      expect(reply.text).toBe("");
      expect(reply.headers).toMatchObject({
        etag: tag,
        "cache-control": "private, no-cache",
        vary: "Accept, Accept-Encoding",
      });
      expect(reply.headers).not.toHaveProperty("content-type");
    }
    await get(`/v2/${catalog}`).set("If-None-Match", '"other"').expect(200);
  });
});

describe("a catalog that changed", () => {
  it("has a new ETag", async () => {
    const before = (await get("/v2/platforms")).headers["etag"] ?? "";
    await load({ kind: "platform", id: 5, name: "Yelp", is_survey: false });
    const after = await get("/v2/platforms").set("If-None-Match", before).expect(200);
    expect(after.headers["etag"]).not.toBe(before);
  });

  it("has the same ETag in every encoding", async () => {
    const rows = Array.from({ length: 200 }, (_, at) => ({
      kind: "platform",
      id: at + 10,
      name: `P${at}`,
      is_survey: false,
    }));
    await load(...rows);
    const plain = await get("/v2/platforms").set("Accept-Encoding", "identity").expect(200);
    const gzip = await get("/v2/platforms").set("Accept-Encoding", "gzip").expect(200);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(gzip.headers["content-encoding"]).toBe("gzip");
    expect(Number(gzip.headers["content-length"])).toBeLessThan(Number(plain.headers["content-length"]) / 2);
    expect(gzip.body).toEqual(plain.body);
    expect(gzip.headers["etag"]).toBe(plain.headers["etag"]);
    await get("/v2/platforms")
      .set({ "Accept-Encoding": "gzip", "If-None-Match": gzip.headers["etag"] ?? "" })
      .expect(304);
  });
});

describe("another account's rows", () => {
  it("never appear in a response, even with the same ids", async () => {
    const { id } = await served.acme.domain.accounts.create({ key: "zenith", name: "Zenith" });
    const foreign = (kind: string, more: object) => ({ kind, id: 1, ...more });
    const bundle = [
      foreign("location", { location_name: "FOREIGN", external_location_ids: ["FOREIGN"] }),
      foreign("provider", { name: "FOREIGN", external_provider_ids: [] }),
      foreign("platform", { name: "FOREIGN", is_survey: false }),
      foreign("group", { name: "FOREIGN", provider_ids: [1], location_ids: [1] }),
      { kind: "review", id: 501, platform_id: 1, comment: "FOREIGN", create_time: "2026-03-01T00:00:00Z" },
    ];
    await served.acme.domain.bundle.load(id, bundleOf(bundle));
    for (const path of ["reviews", "locations", "providers", "platforms", "groups"]) {
      expect((await get(`/v2/${path}`).expect(200)).text).not.toContain("FOREIGN");
    }
  });
});

describe("the window of an account in another time zone", () => {
  it("is reported in UTC", async () => {
    await load({ kind: "account", time_zone: "America/Denver" });
    const { headers } = await get("/v2/reviews?date=2026-03-01").expect(200);
    expect(headers["x-window-start"]).toBe("2026-03-01T07:00:00+00:00");
    expect(at("2026-03-01T07:00:00Z")).toBe(Date.parse(headers["x-window-start"] ?? ""));
  });
});
