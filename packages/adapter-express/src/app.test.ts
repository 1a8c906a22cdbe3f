import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { beforeEach, describe, expect, it } from "@jest/globals";
import type { Domain, FeedBatch, Instant, RenderProgress } from "@repute/domain";
import request from "supertest";
import { practice, type Practice, tokenFor, withFeed } from "../test/practice.js";
import type { AppOptions, RouterOptions } from "./options.js";
import { createApp, createRouter } from "./server.js";

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

describe("the arguments", () => {
  let acme: Practice;
  beforeEach(async () => {
    acme = await practice();
  });

  /** Calls createRouter without type checks, like a host in JavaScript. */
  const create = (domain: unknown, options?: unknown) => createRouter(domain as Domain, options as RouterOptions);

  describe("createRouter", () => {
    it.each([undefined, null, {}, { report: "console" }, { log: () => {} }])("rejects %j as options", (options) => {
      expect(() => create(acme.domain, options)).toThrow(TypeError);
      expect(() => create(acme.domain, options)).toThrow("the router's option report is missing");
    });

    it("rejects a log that is not a function, and accepts options without a log", () => {
      expect(() => create(acme.domain, { report: () => {}, log: "debug" })).toThrow("option log must be a function");
      expect(() => create(acme.domain, { report: () => {}, log: undefined })).not.toThrow();
    });

    it("rejects a value that is not a domain, such as a promise of one", () => {
      for (const nothing of [undefined, null, {}, Promise.resolve(acme.domain), acme.ports]) {
        expect(() => create(nothing, acme.options)).toThrow(TypeError);
        expect(() => create(nothing, acme.options)).toThrow("the router's domain is missing");
      }
    });
  });

  describe("createApp", () => {
    it("makes the same checks as createRouter", () => {
      expect(() => createApp(acme.domain, {} as RouterOptions)).toThrow("the router's option report is missing");
    });
  });
});
