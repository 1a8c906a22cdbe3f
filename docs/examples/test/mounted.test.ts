import { beforeEach, describe, expect, it } from "@jest/globals";
import { bundleOf } from "@repute/domain/testing";
import type { Express } from "express";
import request from "supertest";
import type { Mounted } from "./load-example.js";
import { loadExample } from "./load-example.js";

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
  it("answers below the mount, whatever the host's query parser makes of queries", async () => {
    const locations = await request(app).get("/reputation/v2/locations").set("api-token", token).expect(200);
    expect(locations.body).toEqual({ items: [{ id: 1, location_name: "Main", external_location_ids: [] }] });
    const reviews = await request(app).get("/reputation/v2/reviews?rating=5").set("api-token", token).expect(200);
    expect(reviews.body).toEqual({ items: [] });
  });

  it.each([
    ["/v2/reviews", "nobody", 401, "access_token_invalid"],
    ["/v2/reviews?rating=six", "nobody", 401, "access_token_invalid"],
    ["/v2/reviews?rating=six", "acme", 400, "not_an_integer"],
    ["/v2/nowhere", "nobody", 404, "no_such_path"],
    ["/%zz", "nobody", 400, "malformed_path"],
  ])("answers the fault of %j, asked by %s, in its own way", async (path, who, status, code) => {
    const headers = who === "acme" ? { "api-token": token } : {};
    const reply = await request(app).get(`/reputation${path}`).set(headers).expect(status);
    expect(reply.headers["content-type"]).toBe("application/problem+json");
    expect(reply.body).toMatchObject({ status, code });
    expect(reports).toEqual([]);
  });

  it("says at its own root where everything is, below the mount", async () => {
    const reply = await request(app).get("/reputation").set("Accept", "application/json").expect(200);
    expect(JSON.stringify(reply.body)).toContain("/reputation/openapi.json");
  });

  it("refuses other methods in its own way, with a body that the host's parser has read", async () => {
    const reply = await request(app).post("/reputation/v2/reviews").send({ any: "thing" }).expect(405);
    expect(reply.body).toMatchObject({ code: "method_not_allowed" });
  });

  it("tells the log the route and who asked, and nothing of what was asked", async () => {
    await request(app).get("/reputation/v2/reviews?rating=5").set("api-token", token).expect(200);
    expect(logs).toMatchObject([{ method: "GET", route: "/v2/reviews", status: 200, credentialKind: "api-token" }]);
    expect(JSON.stringify(logs)).not.toMatch(new RegExp(`rating=|${token}`));
  });
});

describe("the host's own app", () => {
  it("parses its bodies and queries in its own way", async () => {
    await request(app)
      .post("/visits")
      .send({ at: "noon" })
      .expect(201, { booked: { at: "noon" } });
    await request(app).get("/search?a=1&a=2").expect(200, { asked: "a=1&a=2" });
  });

  it("answers its own errors with its own page, of a body that is no JSON or too large too", async () => {
    const json = () => request(app).post("/visits").set("content-type", "application/json");
    await request(app).get("/broken").expect(500, sorry);
    await json().send("{").expect(400, sorry);
    await json()
      .send(JSON.stringify("x".repeat(2_000)))
      .expect(413, sorry);
  });

  it("answers what its own parser refuses before Repute is asked", async () => {
    const post = request(app).post("/reputation/v2/reviews").set("content-type", "application/json");
    await post.send("{").expect(400, sorry);
    expect(logs).toEqual([]);
  });

  it("answers its own 404, beside the mount too", async () => {
    for (const path of ["/nowhere", "/reputations", "/v2/reviews"]) {
      await request(app).get(path).expect(404, "Acme has no such page");
    }
  });

  it("keeps its headers, and none of its requests is in Repute's log", async () => {
    const { headers } = await request(app).get("/search");
    expect(headers).toMatchObject({ "x-powered-by": "Express" });
    expect(headers).not.toHaveProperty("content-security-policy");
    expect(logs).toEqual([]);
  });
});
