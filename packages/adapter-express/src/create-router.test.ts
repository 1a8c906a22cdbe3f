import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { describe, expect, it } from "@jest/globals";
import type { FeedBatch, Instant } from "@repute/domain";
import request from "supertest";
import { practice, tokenFor, withFeed } from "../test/practice.js";
import { createRouter } from "./create-router.js";

/** Replaces `headersSent` with a constant, as `@fastify/express` does. */
const withoutHeadersSent = (handle: RequestListener): RequestListener => {
  return (request, response) => {
    Object.defineProperty(response, "headersSent", { get: () => false, configurable: true });
    handle(request, response);
  };
};

/** Mounts a handler at a path by removing the path from the URL, as `@fastify/middie` does. */
const mountedAt = (mount: string, handle: RequestListener): RequestListener => {
  return (request, response) => {
    const { url = "" } = request;
    const rest = url.slice(mount.length);
    handle(Object.assign(request, { originalUrl: url, url: rest.startsWith("/") ? rest : `/${rest}` }), response);
  };
};

describe("createRouter", () => {
  it("returns a handler that Node's HTTP server can call", async () => {
    const { domain, options, tokens } = await practice();
    const handle = createRouter(domain, options);
    const { body } = await request(handle)
      .get("/v2/reviews?rating=5")
      .set("api-token", tokens["api-token"])
      .expect(200);
    expect((body as { items: unknown[] }).items).toHaveLength(1);
    await request(handle).get("/nowhere").expect(404);
  });

  it("uses the path that a host removed from the URL in links", async () => {
    const { domain, options, tokens } = await practice();
    const host = mountedAt("/deep/data", createRouter(domain, options));
    for (const path of ["/deep/data", "/deep/data?a=b", "/deep/data/"]) {
      const { body } = await request(host).get(path).set("Accept", "application/json").expect(200);
      expect(body).toMatchObject({ document: "/deep/data/openapi.json" });
    }
    const page = await request(host).get("/deep/data/v2/reviews?limit=1").set("api-token", tokens["api-token"]);
    expect(page.headers["link"]).toMatch(/^<\/deep\/data\/v2\/reviews\?limit=1&cursor=/);
  });

  it("takes the client's address from a host that sets it on the request", async () => {
    const { domain, options, logs } = await practice();
    const handle = createRouter(domain, options);
    const host: RequestListener = (request, response) =>
      handle(Object.assign(request, { ip: "203.0.113.7" }), response);
    await request(host).get("/").expect(200);
    expect(logs).toMatchObject([{ address: "203.0.113.7" }]);
  });

  it("ignores an original URL that the host rewrote", async () => {
    const { domain, options } = await practice();
    const handle = createRouter(domain, options);
    const host = (request: IncomingMessage, response: ServerResponse) =>
      handle(Object.assign(request, { originalUrl: "/reports/today" }), response);
    const { body } = await request(host).get("/openapi.json").expect(200);
    expect(body).toMatchObject({ servers: [{ url: "/" }] });
  });

  it("passes an unexpected error to next, or closes the connection without next", async () => {
    const { domain, options } = await practice();
    const thrown = new Error("the host's report failed");
    const report = () => {
      throw thrown;
    };
    const widget = { ...domain.widget, embed: () => Promise.reject(new Error("unexpected")) };
    const handle = createRouter({ ...domain, widget }, { ...options, report });
    const errors: unknown[] = [];
    const host: RequestListener = (request, response) =>
      handle(request, response, (error) => {
        errors.push(error);
        response.writeHead(500).end("the host's own error page");
      });
    await request(host).get("/embed/AAAAAAAAAAAAAAAAAAAAAA.json").expect(500, "the host's own error page");
    expect(errors).toEqual([thrown]);
    await expect(request(handle).get("/embed/AAAAAAAAAAAAAAAAAAAAAA.json")).rejects.toThrow("socket hang up");
  });
});

describe("a host that replaces headersSent", () => {
  it("does not affect the logged status", async () => {
    const { domain, options, tokens, logs } = await practice();
    const host = withoutHeadersSent(createRouter(domain, options));
    await request(host).get("/v2/reviews").set("api-token", tokens["api-token"]).expect(200);
    await request(host).get("/v2/reviews").expect(401);
    expect(logs).toMatchObject([{ status: 200 }, { status: 401 }]);
  });

  it("does not prevent the router from ending a list that fails midway", async () => {
    const failed = new Error("the connection to the database was lost");
    const items = Buffer.from(`"${"a".repeat(200_000)}"`);
    async function* read(): AsyncGenerator<FeedBatch> {
      yield { json: items, count: 1, watermark: 0 as Instant };
      throw failed;
    }
    const { domain, account, options, logs, reports } = await practice(withFeed(read));
    const host = withoutHeadersSent(createRouter(domain, { ...options, checkReplies: false }));
    for (const encoding of ["identity", "gzip"]) {
      const requested = request(host).get("/v2/reviews").set({ "Accept-Encoding": encoding });
      await expect(requested.set("api-token", await tokenFor(domain, account, "api-token"))).rejects.toThrow();
    }
    expect(reports.map(({ error }) => error)).toEqual([failed, failed]);
    const cut = { status: 200, reason: "internal_error", aborted: false };
    expect(logs).toMatchObject([cut, cut]);
  });
});
