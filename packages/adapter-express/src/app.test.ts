import { describe, expect, it } from "@jest/globals";
import type { RenderProgress } from "@repute/domain";
import request from "supertest";
import { practice } from "../test/practice.js";
import { createApp } from "./app.js";
import type { AppOptions } from "./options.js";

async function appWith(ready?: AppOptions["ready"]) {
  const acme = await practice();
  return { ...acme, app: createApp(acme.domain, { ...acme.options, ...(ready && { ready }) }) };
}

describe("/healthz", () => {
  it("reports that the process is alive, even without a credential and while the app is not ready", async () => {
    const { app } = await appWith(() => false);
    const reply = await request(app).get("/healthz").expect(200, { status: "alive" });
    expect(reply.headers["cache-control"]).toBe("no-store");
    await request(app).head("/healthz").expect(200);
  });
});

describe("/readyz", () => {
  it.each([undefined, () => true, () => Promise.resolve(true)])("reports that the app is ready", async (ready) => {
    const { app } = await appWith(ready);
    await request(app).get("/readyz").expect(200, { status: "ready" });
  });

  it("reports the progress of rendering lists again", async () => {
    const { domain, options } = await practice();
    let progress: RenderProgress | undefined = { done: 1, accounts: 3 };
    const app = createApp(domain, { ...options, rendering: () => progress });
    await request(app)
      .get("/readyz")
      .expect(200, { status: "ready", rendering: { done: 1, accounts: 3 } });
    progress = undefined;
    await request(app).get("/readyz").expect(200, { status: "ready" });
  });

  it.each([() => false, () => Promise.resolve(false)])(
    "reports that the app is not ready and when to retry",
    async (ready) => {
      const { app, reports } = await appWith(ready);
      const reply = await request(app).get("/readyz").expect(503);
      expect(reply.headers["retry-after"]).toMatch(/^\d+$/);
      expect(reply.body).toMatchObject({ status: 503, code: "not_ready" });
      expect(reports).toEqual([]);
    },
  );

  it("reports that the app is not ready if the check fails, and reports the error", async () => {
    const failure = new Error("connect ECONNREFUSED 10.0.0.7");
    const { app, reports } = await appWith(() => Promise.reject(failure));
    const reply = await request(app).get("/readyz").expect(503);
    expect(reply.body).toMatchObject({ code: "not_ready" });
    expect(reply.text).not.toContain("10.0.0.7");
    expect(reports).toMatchObject([{ error: { cause: failure } }]);
  });
});

describe("the app", () => {
  it("rejects every other path as unknown", async () => {
    const { app } = await appWith();
    for (const path of ["/health", "/healthz/x", "/favicon.ico", "/v1"]) {
      const { body } = await request(app).get(path).expect(404).expect("content-type", "application/problem+json");
      expect(body).toMatchObject({ code: "no_such_path" });
    }
  });

  it("survives an error in the log function and reports it", async () => {
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

  it("rejects other methods on its own paths", async () => {
    const { app } = await appWith();
    await request(app).post("/healthz").expect(405).expect("allow", "GET, HEAD");
  });
});
