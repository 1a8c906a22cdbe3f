import { beforeEach, describe, expect, it } from "@jest/globals";
import express, { type NextFunction, type Request, type Response } from "express";
import request from "supertest";
import { askFor, type Practice, practice, requestPath } from "../../test/practice.js";
import { createApp, createRouter, versions } from "../server.js";

let acme: Practice;
let served: ReturnType<typeof createApp>;
beforeEach(async () => {
  acme = await practice();
  served = createApp(acme.domain, acme.options);
});
const app = () => served;
const authorized = () => ({ "api-token": acme.tokens["api-token"] });

describe("the path", () => {
  it.each(["/v2/reviews/", "/v2/reviews/?rating=5", "/v2/reviews?rating=5"])("%s returns the list", async (path) => {
    await request(app()).get(path).set(authorized()).expect(200);
  });

  it.each([
    ...["/v1", "/v2", "/v3/reviews", "/v2/Reviews", "/V2/reviews", "/v2/reviews/1", "/v2/reviews//", "//v2/reviews"],
    ...["/v1/providers", "/v2%2Freviews", "/v2/__proto__", "/v2/constructor", "/v2/reviews%20"],
  ])("%s does not exist, with or without a credential", async (path) => {
    for (const headers of [{}, authorized()]) {
      const reply = await request(app()).get(path).set(headers).expect(404);
      expect(reply.body).toMatchObject({ status: 404, code: "no_such_path" });
    }
  });

  it.each(["/v2/%zz", "/%", "/v2/reviews%", "/v2/%00", "/v2/%ff", "/v2/%c3%28", "/v2/%ed%a0%80"])(
    "%s is rejected because it is not valid percent-encoded UTF-8",
    async (path) => {
      const reply = await request(app()).get(path).expect(400);
      expect(reply.body).toMatchObject({ status: 400, code: "malformed_path" });
    },
  );
});

describe("methods", () => {
  const table = versions.flatMap(({ prefix, routes }) =>
    routes.map(({ method, path }) => ({ method, path: prefix + path })),
  );
  const paths = table.filter(({ method }) => method === "get").map(({ path }) => path);
  const all = ["get", "head", "post", "put", "patch", "delete", "options", "trace", "propfind"] as const;
  const allowedOn = (path: string) =>
    table.flatMap((one) => {
      if (one.path !== path) return [];
      return one.method === "get" ? ["GET", "HEAD"] : [one.method.toUpperCase()];
    });

  it.each([...new Set(table.map(({ path }) => path))])(
    "are rejected if %s does not support them, with or without a credential",
    async (path) => {
      const allowed = allowedOn(path);
      for (const method of all.filter((one) => !allowed.includes(one.toUpperCase()))) {
        const reply = await request(app())[method](path).expect(405);
        expect(reply.headers["allow"]).toBe(allowed.join(", "));
        if (method !== "head") expect(reply.body).toMatchObject({ status: 405, code: "method_not_allowed" });
      }
    },
  );

  const statusPath = "/v1/online-submissions/:submission_id";
  it("include HEAD, which returns the headers of GET without the body: the status of a submission", async () => {
    const token = { "api-token": acme.tokens["web-forms"] };
    const { body } = (await askFor(app(), "/v1/online-submissions/upload", token).expect(201)) as {
      body: { id: number };
    };
    await expectSameHead(statusPath.replace(":submission_id", String(body.id)), token);
  });

  it.each(paths.filter((path) => path !== statusPath))(
    "include HEAD, which returns the headers of GET without the body: %s",
    async (path) => {
      const ofLists = path.startsWith("/v1") ? "account-key" : "api-token";
      await expectSameHead(requestPath(path), {
        "api-token": acme.tokens[path.includes("/loads") ? "loader" : ofLists],
      });
    },
  );

  async function expectSameHead(path: string, token: Readonly<Record<string, string>>) {
    const headers = { ...token, "Accept-Encoding": "identity" };
    const get = await request(app()).get(path).set(headers).expect(200);
    const head = await request(app()).head(path).set(headers).expect(200);
    const changing = { date: "", "x-request-id": "", ratelimit: "" };
    expect({ ...head.headers, ...changing }).toEqual({ ...get.headers, ...changing });
    expect(head.text).toBeUndefined();
  }

  it("are not checked on a path that does not exist", async () => {
    await request(app()).post("/v2/nowhere").expect(404);
    await request(app()).options("/v2/nowhere").expect(404);
  });
});

describe("every response", () => {
  it.each(["/v2/reviews", "/v2/locations", "/v2/nowhere", "/v2/%zz", "/healthz"])(
    "has security headers at %s",
    async (path) => {
      const { headers } = await request(app()).get(path).set(authorized());
      expect(headers).toMatchObject({
        "content-security-policy": "default-src 'none';frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
        "strict-transport-security": "max-age=31536000",
      });
      expect(headers).not.toHaveProperty("x-powered-by");
    },
  );

  it("repeats the request id of the request", async () => {
    const { headers, body } = await request(app())
      .get("/v2/reviews")
      .set("X-Request-Id", "4bf92f3577b34da6a3ce929d0e0e4736");
    expect(headers["x-request-id"]).toBe("4bf92f3577b34da6a3ce929d0e0e4736");
    expect(body).toMatchObject({ request_id: "4bf92f3577b34da6a3ce929d0e0e4736" });
    expect(acme.logs).toMatchObject([{ requestId: "4bf92f3577b34da6a3ce929d0e0e4736" }]);
  });

  it.each(["", "two words", "night_run-42", "Ann-Example-801-555-0142", "a".repeat(31), "a".repeat(33), "ü", "<b>"])(
    "has a new request id instead of %j",
    async (id) => {
      const { headers } = await request(app())
        .get("/v2/reviews")
        .set("X-Request-Id", encodeURI(id).replace("%20", " "));
      expect(headers["x-request-id"]).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    },
  );

  it("has the same format if it is an error", async () => {
    const { headers, body } = await request(app()).get("/v2/reviews?rating=six").set(authorized()).expect(400);
    expect(headers).toMatchObject({ "content-type": "application/problem+json", "cache-control": "no-store" });
    expect(body).toEqual({
      type: "about:blank",
      title: "Bad Request",
      status: 400,
      detail: "rating must be integers separated by commas",
      message: "rating must be integers separated by commas",
      code: "not_an_integer",
      errors: [{ parameter: "rating", message: "rating must be integers separated by commas" }],
      request_id: headers["x-request-id"],
    });
  });
});

describe("an unexpected error", () => {
  const secret = new Error("SELECT * FROM reviews WHERE phone = '+18015550100'");
  it("is reported with the request's id and hidden from the caller", async () => {
    const failing = { ...acme.domain, catalog: { ...acme.domain.catalog, locations: () => Promise.reject(secret) } };
    const reply = await request(createApp(failing, acme.options)).get("/v2/locations").set(authorized()).expect(500);
    expect(reply.body).toMatchObject({ code: "internal_error", title: "Internal Server Error" });
    expect(reply.text).not.toMatch(/SELECT|8015550100/);
    expect(acme.reports).toEqual([{ error: secret, id: reply.headers["x-request-id"] }]);
    expect(acme.logs).toMatchObject([{ status: 500, reason: "internal_error" }]);
  });
});

describe("a router in a host's app", () => {
  const host = () => {
    const outer = express();
    outer.use(express.json(), express.urlencoded({ extended: true }));
    outer.use("/deep/data", createRouter(acme.domain, acme.options));
    outer.get("/own", (_request, response) => void response.send("own"));
    outer.use((_error: unknown, _request: Request, response: Response, _next: NextFunction) => {
      response.status(500).send("the host's own error page");
    });
    return outer;
  };

  it("serves its paths below the mount path", async () => {
    const reply = await request(host()).get("/deep/data/v2/reviews?rating=5").set(authorized()).expect(200);
    expect((reply.body as { items: unknown[] }).items).toHaveLength(1);
    expect(acme.logs).toMatchObject([{ route: "/v2/reviews" }]);
  });

  it("rejects unknown paths below the mount path", async () => {
    const { body } = await request(host()).get("/deep/data/nowhere").expect(404);
    expect(body).toMatchObject({ code: "no_such_path" });
  });

  it("handles its errors itself and bypasses the host's error handler", async () => {
    const { body } = await request(host()).get("/deep/data/v2/reviews").expect(401);
    expect(body).toMatchObject({ code: "access_token_invalid" });
    await request(host()).get("/deep/data/%zz").expect(400).expect("content-type", "application/problem+json");
  });

  it("leaves the host's own responses unchanged", async () => {
    const reply = await request(host()).get("/own").expect(200, "own");
    expect(reply.headers).toMatchObject({ "x-powered-by": "Express" });
    expect(reply.headers).not.toHaveProperty("content-security-policy");
    expect(reply.headers).not.toHaveProperty("x-request-id");
    expect(acme.logs).toEqual([]);
  });

  it("does not depend on the host's settings for queries, ETags or Vary", async () => {
    const outer = express().set("query parser", false).set("etag", "strong");
    outer.use((_request, response, next) => {
      response.setHeader("Vary", "Origin");
      next();
    });
    outer.use(createRouter(acme.domain, acme.options));
    const reply = await request(outer).get("/v2/reviews?rating=2").set(authorized()).expect(200);
    expect((reply.body as { items: unknown[] }).items).toHaveLength(1);
    expect(reply.headers["vary"]).toBe("Origin, Accept, Accept-Encoding");
    expect(reply.headers).not.toHaveProperty("etag");
  });

  it("shares no state with another router in the process", async () => {
    const zenith = await practice();
    await zenith.domain.access.createToken(zenith.account, { kind: "api-token" });
    const outer = express();
    outer.use("/a", createRouter(acme.domain, acme.options));
    outer.use("/b", createRouter(zenith.domain, zenith.options));
    const fresh = (await acme.domain.access.createToken(acme.account, { kind: "api-token" })).token;
    await acme.domain.accounts.setDisabled("acme", true);
    await request(outer).get("/a/v2/locations").set("api-token", fresh).expect(401);
    await request(outer).get("/b/v2/locations").set("api-token", zenith.tokens["api-token"]).expect(200);
    expect(acme.logs).toMatchObject([{ status: 401 }]);
    expect(zenith.logs).toMatchObject([{ status: 200 }]);
  });
});
