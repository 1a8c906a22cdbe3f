import { beforeEach, describe, expect, it } from "@jest/globals";
import { bundleOf } from "@repute/domain/testing";
import type { Express } from "express";
import request from "supertest";
import { loadExample, type Mounted } from "./load-example.js";

let app: Express;
let token: string;
const reports: unknown[] = [];
const logs: object[] = [];

beforeEach(async () => {
  reports.length = logs.length = 0;
  const { createHost, createReputation } = await loadExample<Mounted>("mounted.cjs");
  const watch = {
    report: (error: unknown) => void reports.push(error),
    log: (record: object) => void logs.push(record),
  };
  const { domain, account, router } = await createReputation(watch);
  await domain.bundle.load(
    account.id,
    bundleOf([{ kind: "location", id: 1, location_name: "Main", external_location_ids: [] }]),
  );
  token = (await domain.access.createToken(account.id, { kind: "api-token" })).token;
  app = createHost(router);
});

const sorry = "Acme is sorry";

describe("Repute in the host's app", () => {
  it("serves requests below the mount path, regardless of the host's query parser", async () => {
    const locations = await request(app).get("/reputation/v2/locations").set("api-token", token).expect(200);
    expect(locations.body).toEqual({ items: [{ id: 1, location_name: "Main", external_location_ids: [] }] });
    const reviews = await request(app).get("/reputation/v2/reviews?rating=5").set("api-token", token).expect(200);
    expect(reviews.body).toEqual({ items: [] });
  });

  it.each([
    ["/v2/reviews", "an anonymous client", 401, "access_token_invalid"],
    ["/v2/reviews?rating=six", "an anonymous client", 401, "access_token_invalid"],
    ["/v2/reviews?rating=six", "acme", 400, "not_an_integer"],
    ["/v2/nowhere", "an anonymous client", 404, "no_such_path"],
    ["/%zz", "an anonymous client", 400, "malformed_path"],
  ])("returns problem details for %j requested by %s", async (path, who, status, code) => {
    const headers = who === "acme" ? { "api-token": token } : {};
    const reply = await request(app).get(`/reputation${path}`).set(headers).expect(status);
    expect(reply.headers["content-type"]).toBe("application/problem+json");
    expect(reply.body).toMatchObject({ status, code });
    expect(reports).toEqual([]);
  });

  it("links to its pages below the mount path on its start page", async () => {
    const reply = await request(app).get("/reputation").set("Accept", "application/json").expect(200);
    expect(JSON.stringify(reply.body)).toContain("/reputation/openapi.json");
  });

  it("rejects other methods in its own format, even if the host's parser has read the body", async () => {
    const reply = await request(app).post("/reputation/v2/reviews").send({ any: "thing" }).expect(405);
    expect(reply.body).toMatchObject({ code: "method_not_allowed" });
  });

  it("logs the route and the caller, but not the query", async () => {
    await request(app).get("/reputation/v2/reviews?rating=5").set("api-token", token).expect(200);
    expect(logs).toMatchObject([{ method: "GET", route: "/v2/reviews", status: 200, credentialKind: "api-token" }]);
    expect(JSON.stringify(logs)).not.toMatch(new RegExp(`rating=|${token}`));
  });
});

describe("the host's own app", () => {
  it("parses its bodies and queries with its own parsers", async () => {
    await request(app)
      .post("/visits")
      .send({ at: "noon" })
      .expect(201, { booked: { at: "noon" } });
    await request(app).get("/search?a=1&a=2").expect(200, { text: "a=1&a=2" });
  });

  it("renders its own page for its errors, including malformed and oversized bodies", async () => {
    const json = () => request(app).post("/visits").set("content-type", "application/json");
    await request(app).get("/broken").expect(500, sorry);
    await json().send("{").expect(400, sorry);
    await json()
      .send(JSON.stringify("x".repeat(2_000)))
      .expect(413, sorry);
  });

  it("handles errors of the host's parser before Repute receives the request", async () => {
    const post = request(app).post("/reputation/v2/reviews").set("content-type", "application/json");
    await post.send("{").expect(400, sorry);
    expect(logs).toEqual([]);
  });

  it("returns its own 404 page, also next to the mount path", async () => {
    for (const path of ["/nowhere", "/reputations", "/v2/reviews"]) {
      await request(app).get(path).expect(404, "Acme has no such page");
    }
  });

  it("keeps its own headers, and its requests are not in Repute's log", async () => {
    const { headers } = await request(app).get("/search");
    expect(headers).toMatchObject({ "x-powered-by": "Express" });
    expect(headers).not.toHaveProperty("content-security-policy");
    expect(logs).toEqual([]);
  });
});
