import { describe, expect, it } from "@jest/globals";
import request from "supertest";
import { practice } from "../test/practice.js";
import { createApp } from "./app.js";
import type { AppOptions } from "./options.js";

async function appWith(ready?: AppOptions["ready"]) {
  const acme = await practice();
  return { ...acme, app: createApp(acme.domain, { ...acme.options, ...(ready && { ready }) }) };
}

describe("/healthz", () => {
  it("says that the process is alive, whoever asks and however ready it is", async () => {
    const { app } = await appWith(() => false);
    const reply = await request(app).get("/healthz").expect(200, { status: "alive" });
    expect(reply.headers["cache-control"]).toBe("no-store");
    await request(app).head("/healthz").expect(200);
  });
});

describe("/readyz", () => {
  it.each([undefined, () => true, () => Promise.resolve(true)])("says that requests can be served", async (ready) => {
    const { app } = await appWith(ready);
    await request(app).get("/readyz").expect(200, { status: "ready" });
  });

  it.each([() => false, () => Promise.resolve(false)])(
    "says that they cannot, and when to ask again",
    async (ready) => {
      const { app, reports } = await appWith(ready);
      const reply = await request(app).get("/readyz").expect(503);
      expect(reply.headers["retry-after"]).toMatch(/^\d+$/);
      expect(reply.body).toMatchObject({ status: 503, code: "not_ready" });
      expect(reports).toEqual([]);
    },
  );

  it("says so too when the check itself fails, and reports why", async () => {
    const failure = new Error("connect ECONNREFUSED 10.0.0.7");
    const { app, reports } = await appWith(() => Promise.reject(failure));
    const reply = await request(app).get("/readyz").expect(503);
    expect(reply.body).toMatchObject({ code: "not_ready" });
    expect(reply.text).not.toContain("10.0.0.7");
    expect(reports).toMatchObject([{ error: { cause: failure } }]);
  });
});

describe("the app", () => {
  it("refuses every other path as unknown", async () => {
    const { app } = await appWith();
    for (const path of ["/health", "/healthz/x", "/favicon.ico", "/v1"]) {
      const { body } = await request(app).get(path).expect(404).expect("content-type", "application/problem+json");
      expect(body).toMatchObject({ code: "no_such_path" });
    }
  });

  it("outlives a log that fails, and reports it", async () => {
    const { domain, options, reports } = await appWith();
    const failure = new Error("disk full");
    const log = () => {
      throw failure;
    };
    const app = createApp(domain, { ...options, log });
    await request(app).get("/healthz").expect(200);
    await request(app).get("/healthz").expect(200);
    expect(reports).toMatchObject([{ error: failure }, { error: failure }]);
  });

  it("takes no other method on its own paths", async () => {
    const { app } = await appWith();
    await request(app).post("/healthz").expect(405).expect("allow", "GET, HEAD");
  });
});
