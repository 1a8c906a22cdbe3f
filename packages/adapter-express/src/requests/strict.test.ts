import { beforeAll, describe, expect, it } from "@jest/globals";
import request from "supertest";
import { type Practice, practice } from "../../test/practice.js";
import { createApp } from "../server.js";

let acme: Practice;
let app: ReturnType<typeof createApp>;
beforeAll(async () => {
  acme = await practice();
  app = createApp(acme.domain, acme.options);
});

const strict = "handling=strict";
const get = (path: string, prefer?: string) =>
  request(app)
    .get(path)
    .set("api-token", acme.tokens[path.startsWith("/v1") ? "account-key" : "api-token"])
    .set(prefer === undefined ? {} : { Prefer: prefer });

type Refused = { readonly code: string; readonly message: string; readonly errors: readonly object[] };
const refused = async (path: string, prefer?: string) => (await get(path, prefer).expect(400)).body as Refused;

describe("a strict request", () => {
  it.each([
    ["/v2/reviews?lmit=1", "lmit", "lmit is not a parameter of this operation; did you mean limit?"],
    ["/v2/reviews?Rating=1", "Rating", "Rating is not a parameter of this operation; did you mean rating?"],
    ["/v2/reviews?start_date=2026-03-01", "start_date", "start_date is not a parameter of this operation"],
    ["/v1/reviews?location_id=1", "location_id", "location_id is not a parameter of this operation"],
    ["/v2/locations?x=1", "x", "x is not a parameter of this operation"],
    ["/v2/reviews?=1", "", " is not a parameter of this operation"],
  ])("is rejected for an unknown parameter (%s: %j)", async (path, parameter, message) => {
    expect(await refused(path, strict)).toMatchObject({
      code: "unknown_parameter",
      message,
      errors: [{ parameter, message }],
    });
    await get(path).expect(200);
  });

  it("is rejected for an empty parameter", async () => {
    const message = "date must not be empty";
    expect(await refused("/v2/reviews?date=", strict)).toMatchObject({
      code: "empty_parameter",
      errors: [{ parameter: "date", message }],
    });
    await get("/v2/reviews?date=").expect(200);
  });

  it("confirms strict handling and succeeds if nothing is wrong", async () => {
    for (const path of ["/v2/reviews?limit=1&", "/v2/locations", "/v2/reviews?"]) {
      expect((await get(path, strict).expect(200)).headers).toMatchObject({ "preference-applied": strict });
    }
    expect((await get("/v2/reviews?x=1", strict).expect(400)).headers).toMatchObject({ "preference-applied": strict });
    expect((await get("/v2/reviews")).headers).not.toHaveProperty("preference-applied");
  });

  it.each([
    ["respond-async, handling=strict; x=1", 400],
    ['Handling = "Strict"', 400],
    ["handling=strict, handling=lenient", 400],
    ["handling=lenient, handling=strict", 200],
    ["handling=lenient", 200],
    ["handling", 200],
    ["x=handling=strict", 200],
    ["handling=stricter", 200],
  ])("is recognized by its Prefer header: %s gets a %s", async (prefer, status) => {
    await get("/v2/reviews?x=1", prefer).expect(status);
  });

  it("has a short error for long names and for many names", async () => {
    const names = Array.from({ length: 120 }, (_, at) => `${at}${"n".repeat(70)}=1`).join("&");
    const { errors } = await refused(`/v2/reviews?${names}`, strict);
    expect(errors).toHaveLength(100);
    expect(JSON.stringify(errors)).not.toContain("n".repeat(61));
  });
});

describe("X-Ignored-Parameters", () => {
  const ignoredBy = async (path: string, prefer?: string) => {
    const { headers } = await get(path, prefer);
    return (headers as Readonly<Record<string, string>>)["x-ignored-parameters"];
  };

  it.each([
    ["/v2/reviews?start_date=2026-03-01&page=2&limit=1", "start_date, page"],
    ["/v2/reviews?location_id[]=1&page=", "location_id[], page"],
    ["/v1/reviews?location_id=1&location_id=2", "location_id"],
    ["/v2/locations?x=1", "x"],
    ["/v2/changes?x=1", "x"],
    [
      "/v2/reviews?a%0D%0AX-Injected:%201=1&b%2C%22%25=1&%C3%A9%F0%9F%98%80=1",
      "a%0D%0AX-Injected%3A%201, b%2C%22%25, %C3%A9%F0%9F%98%80",
    ],
    ["/v2/campaigns?startdate=2026-03-01", "startdate"],
  ])("names the parameters that %s does not know: %s", async (path, names) => {
    expect(await ignoredBy(path)).toBe(names);
  });

  it("is sent with lists in each format, with 304 and with HEAD", async () => {
    for (const type of ["application/json", "application/x-ndjson", "text/csv"]) {
      expect((await get("/v2/reviews?x=1").set("Accept", type).expect(200)).headers).toMatchObject(ignoredX);
    }
    const { headers } = await get("/v2/locations");
    const again = get("/v2/locations?x=1").set("If-None-Match", headers["etag"] ?? "");
    expect((await again.expect(304)).headers).toMatchObject(ignoredX);
    const head = request(app).head("/v2/reviews?x=1").set("api-token", acme.tokens["api-token"]);
    expect((await head.expect(200)).headers).toMatchObject(ignoredX);
  });
  const ignoredX = { "x-ignored-parameters": "x" };

  it("is absent if no parameter was ignored", async () => {
    for (const path of ["/v2/reviews", "/v2/reviews?", "/v2/reviews?&limit=1&&", "/v2/reviews?date="]) {
      expect(await ignoredBy(path)).toBeUndefined();
    }
    expect(await ignoredBy("/v2/reviews?x=1", strict)).toBeUndefined();
  });

  it("has at most 10 short names", async () => {
    const names = Array.from({ length: 12 }, (_, at) => `${at}${"%C3%A9".repeat(70)}=1`).join("&");
    const sent = ((await ignoredBy(`/v2/reviews?${names}`)) ?? "").split(", ");
    expect(sent).toHaveLength(10);
    expect(sent[9]).toMatch(/^9%C3%A9.*\.\.\.$/);
    for (const name of sent) expect(name.length).toBeLessThanOrEqual(63);
  });
});

describe("a router with strictParameters", () => {
  const ask = async (method: "get" | "head" | "post", path: string, headers = {}) =>
    request(createApp(acme.domain, { ...acme.options, strictParameters: true }))
      [method](path)
      .set({ "api-token": acme.tokens[path.startsWith("/v1") ? "account-key" : "api-token"], ...headers });

  it("refuses unknown and empty parameters of reads", async () => {
    const { status, body } = await ask("get", "/v2/reviews?lmit=1");
    expect({ status, body }).toMatchObject({ status: 400, body: { code: "unknown_parameter" } });
    expect((await ask("get", "/v1/users?x=1")).status).toBe(400);
    expect((await ask("head", "/v2/reviews?x=1")).status).toBe(400);
    expect((await ask("get", "/v2/reviews?date=")).body).toMatchObject({ code: "empty_parameter" });
    expect((await ask("get", "/v2/reviews?limit=1")).status).toBe(200);
  });

  it("ignores them if the request prefers it", async () => {
    const { status, headers } = await ask("get", "/v2/reviews?x=1&date=", { Prefer: "handling=lenient" });
    expect(status).toBe(200);
    expect(headers).toMatchObject({ "x-ignored-parameters": "x", "preference-applied": "handling=lenient" });
  });

  it("accepts them in health checks and uploads", async () => {
    expect((await ask("get", "/healthz?x=1")).status).toBe(200);
    const webForms = { "api-token": acme.tokens["web-forms"] };
    const { body } = await ask("post", "/v1/online-submissions/upload?gclid=1", webForms);
    expect(body).toMatchObject({ code: "body_required" });
  });
});

describe("a request with several errors", () => {
  it("gets all of them in one response", async () => {
    const query = "lmit=1&end=&date=x&rating=9&rating=1&order=up&location_id=a&provider_id=77&group_id=30";
    const { code, message, errors } = await refused(`/v2/reviews?${query}`, strict);
    expect({ code, message }).toEqual({
      code: "unknown_parameter",
      message: "lmit is not a parameter of this operation; did you mean limit? (and 6 more)",
    });
    expect(errors).toEqual([
      { parameter: "lmit", message: expect.stringContaining("did you mean limit?") },
      { parameter: "end", message: "end must not be empty" },
      { parameter: "rating", message: "rating must appear only once" },
      { parameter: "order", message: "order must be one of asc, desc" },
      { parameter: "location_id", message: "location_id must be integers separated by commas" },
      { parameter: "provider_id", message: "unknown provider_id(s) for this account: 77" },
      { parameter: "date", message: expect.stringContaining("date must be a date") },
    ]);
  });

  it.each([
    ["/v2/survey-responses?start_date=x&limit=0", ["survey_id", "limit", "start_date"]],
    ["/v2/survey-responses?survey_id=99&end_date=x", ["survey_id", "end_date"]],
    ["/v2/campaigns?end_date=x", ["start_date", "end_date"]],
    ["/v2/conversions?start_date=2026-03-01&modified_since=x", ["modified_since", "modified_since"]],
    ["/v2/calls?start_date=x&end_date=y&order=z", ["order", "start_date", "end_date"]],
  ])("at %s gets the errors %j", async (path, parameters) => {
    const { errors } = await refused(path);
    expect(errors.map((one) => (one as { parameter: string }).parameter)).toEqual(parameters);
  });
});

describe("X-Modified-Since", () => {
  it("states the start of the changes on every page", async () => {
    const first = await get("/v2/reviews?modified_since=2026-03-01&limit=1").expect(200);
    expect(first.headers).toMatchObject({ "x-modified-since": "2026-03-01T00:00:00+00:00" });
    const [, next = ""] = /<([^<>]+)>/.exec(first.headers["link"] ?? "") ?? [];
    expect((await get(next).expect(200)).headers).toMatchObject({ "x-modified-since": "2026-03-01T00:00:00+00:00" });
    expect((await get("/v2/reviews")).headers).not.toHaveProperty("x-modified-since");
  });
});
