import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { type HostUser, type Instant, notFound } from "@repute/domain";
import express from "express";
import request from "supertest";
import { askFor, type Practice, practice } from "../../test/practice.js";
import type { RequestLog, RouterOptions } from "../options.js";
import { createRouter } from "../server.js";

let acme: Practice;
let user: HostUser;
beforeEach(async () => {
  acme = await practice();
  user = { account: acme.account, id: "ada" };
});

type Authenticate = NonNullable<RouterOptions["authenticate"]>;

const routerWith = (authenticate: Authenticate, more: Partial<RouterOptions> = {}) =>
  createRouter(acme.domain, { ...acme.options, authenticate, ...more });
const reviews = (router: ReturnType<typeof createRouter>, headers: Readonly<Record<string, string>> = {}) =>
  request(router).get("/v2/reviews").set(headers);
const ownToken = () => ({ "api-token": acme.tokens["api-token"] });

describe("a host's own login", () => {
  it("gives access to the lists of the account that the host names, and the log names the user", async () => {
    const { body } = await reviews(routerWith(() => user)).expect(200);
    expect((body as { items: unknown[] }).items).toHaveLength(2);
    await request(routerWith(async () => user))
      .get("/v1/locations")
      .expect(200);
    const named = { accountId: acme.account, credentialKind: "host", credentialId: "ada", status: 200 };
    expect(acme.logs).toMatchObject([named, named]);
  });

  it("hides the token field of the API reference if only the host's login is accepted", async () => {
    const field = async (ownCredentials: boolean) => {
      const { text } = await request(routerWith(() => user, { ownCredentials }))
        .get("/docs")
        .expect(200);
      return /<body([^>]*)>[^]*<form class="token"([^>]*)>/.exec(text)?.slice(1, 3);
    };
    expect(await field(true)).toEqual(["", ""]);
    expect(await field(false)).toEqual([' class="own-login"', " hidden"]);
  });

  it("receives the request of the host's framework", async () => {
    type HostRequest = express.Request & { readonly session?: { readonly user: string } };
    const router = createRouter(acme.domain, {
      ...acme.options,
      authenticate: ({ session }: HostRequest) => session && { ...user, id: session.user },
    });
    const host = express().use((incoming, _response, next) => {
      Object.assign(incoming, { session: { user: "grace" } });
      next();
    });
    await request(host.use("/data", router)).get("/data/v2/reviews").expect(200);
    expect(acme.logs).toMatchObject([{ credentialId: "grace" }]);
  });

  it("comes before the credential in the request", async () => {
    await reviews(
      routerWith(() => user),
      ownToken(),
    ).expect(200);
    await reviews(
      routerWith(() => user),
      { "api-token": "rpa_nonsense" },
    ).expect(200);
    expect(acme.logs).toMatchObject([{ credentialKind: "host" }, { credentialKind: "host" }]);
  });

  it.each([undefined, null])("leaves the request to the credential if it returns %s", async (none) => {
    const router = routerWith(() => none as undefined);
    await reviews(router, ownToken()).expect(200);
    const { body } = await reviews(router).expect(401);
    expect(body).toMatchObject({ code: "access_token_invalid" });
    expect(acme.logs).toMatchObject([{ credentialKind: "api-token" }, { reason: "no_credential" }]);
  });

  it("is not called for paths that are open to everyone", async () => {
    const router = routerWith(() => Promise.reject(new Error("called")));
    await request(router).get("/openapi.json").expect(200);
    await request(router).get("/nowhere").expect(404);
    expect(acme.reports).toEqual([]);
  });

  it("counts requests by account and user", async () => {
    const { id: other } = await acme.domain.accounts.create({ key: "zenith", name: "Zenith" });
    const callers = [user, { ...user, account: other }, { ...user, id: "grace" }, user];
    const router = routerWith(() => callers.shift(), { requestsPerMinute: 1 });
    for (const status of [200, 200, 200, 429]) await reviews(router).expect(status);
  });
});

describe("the host's user in writing requests", () => {
  const upload = "/v1/online-submissions/upload";

  it("is rejected unless the host permits them", async () => {
    const reply = await askFor(
      routerWith(() => user),
      upload,
    ).expect(403);
    expect(reply.body).toMatchObject({ code: "not_permitted", status: 403 });
    expect(reply.headers).not.toHaveProperty("www-authenticate");
    expect(acme.logs).toMatchObject([{ reason: "not_permitted", credentialId: "ada" }]);
  });

  it("is named by the audit trail", async () => {
    await askFor(
      routerWith(() => ({ ...user, audiences: ["submissions", "users"] })),
      upload,
    ).expect(201);
    const records: unknown[] = [];
    for await (const page of await acme.domain.audit.read("acme", 0 as Instant)) records.push(...page);
    expect(records.at(-1)).toMatchObject({ actor: "host", actorId: "ada", action: "upload_submission", outcome: "ok" });
  });

  it.each([
    ["has signed out", undefined],
    ["has changed", { id: "grace" }],
  ])("is rejected if the user %s while the body arrived", async (_, change) => {
    const first = { ...user, audiences: ["submissions"] as const };
    const answers = [first, change && { ...first, ...change }];
    const router = routerWith(() => answers.shift());
    await askFor(router, upload, { "api-token": acme.tokens["web-forms"] }).expect(401);
    expect(acme.logs).toMatchObject([{ status: 401, reason: "caller_changed" }]);
  });
});

describe("a host's login that fails", () => {
  const secret = "SELECT * FROM sessions WHERE email = 'ann@example.com'";

  it.each([
    [
      "throws",
      () => {
        throw new Error(secret);
      },
    ],
    ["rejects", () => Promise.reject(new Error(secret))],
    [
      "throws an error of the domain",
      () => {
        throw notFound("account_not_found", secret);
      },
    ],
    [
      "throws no error",
      () => {
        throw secret;
      },
    ],
  ] as readonly (readonly [string, Authenticate])[])(
    "leads to a 500 and a report if it %s",
    async (_, authenticate) => {
      const reply = await reviews(routerWith(authenticate), ownToken()).expect(500);
      expect(reply.headers["content-type"]).toBe("application/problem+json");
      expect(reply.body).toMatchObject({ code: "internal_error" });
      expect(reply.text).not.toContain("sessions");
      expect(acme.reports).toMatchObject([{ id: reply.headers["x-request-id"], error: { cause: expect.anything() } }]);
      expect(acme.logs).toMatchObject([{ status: 500, reason: "internal_error" }]);
      expect(JSON.stringify(acme.logs)).not.toContain("sessions");
    },
  );

  it.each([{}, { account: 1 }, { account: "1", id: "ada" }, { account: 1, id: 7 }, true, "ada"])(
    "leads to a 500 and a report if it returns %j",
    async (malformed) => {
      const reply = await reviews(routerWith(() => malformed as never)).expect(500);
      expect(reply.body).toMatchObject({ code: "internal_error" });
      expect(acme.reports).toMatchObject([{ error: { name: "TypeError" } }]);
    },
  );

  it("leads to a 503 and a report if it hangs", async () => {
    const router = routerWith(() => new Promise(() => {}), { authenticateMilliseconds: 20 });
    const reply = await reviews(router, ownToken()).expect(503);
    expect(reply.body).toMatchObject({ code: "login_timed_out" });
    expect(reply.headers["retry-after"]).toBeDefined();
    expect(acme.reports).toMatchObject([{ error: { code: "login_timed_out", cause: { message: /20 ms/ } } }]);
  });

  it("is abandoned without a report if the client disconnects meanwhile", async () => {
    let disconnect = () => {};
    let finish: (record: RequestLog) => void = () => {};
    const finished = new Promise<RequestLog>((resolve) => (finish = resolve));
    const hang: Authenticate = () => {
      disconnect();
      return new Promise(() => {});
    };
    const hanging = routerWith(hang, { log: (record) => finish(record) });
    const server = createServer(hanging).listen(0, "127.0.0.1");
    await once(server, "listening");
    const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
    disconnect = () => client.destroy();
    client.write("GET /v2/reviews HTTP/1.1\r\nHost: acme\r\n\r\n");
    const record = await finished;
    server.close();
    expect(record).toMatchObject({ route: "/v2/reviews", aborted: true });
    expect(record).not.toHaveProperty("status");
    expect(acme.reports).toEqual([]);
  });

  it("leads to no unhandled rejection if it rejects after the time limit", async () => {
    let fail: (error: Error) => void = () => {};
    const late = new Promise<HostUser>((_, reject) => (fail = reject));
    await reviews(routerWith(() => late, { authenticateMilliseconds: 20 })).expect(503);
    fail(new Error("too late"));
    await new Promise((resolve) => setImmediate(resolve));
    expect(acme.reports).toHaveLength(1);
  });

  it("leads to a 401 and a report if it names an unknown or a disabled account", async () => {
    const unknown = await reviews(routerWith(() => ({ ...user, account: 999 as typeof user.account }))).expect(401);
    await acme.domain.accounts.setDisabled("acme", true);
    const disabled = await reviews(routerWith(() => user)).expect(401);
    for (const { body } of [unknown, disabled]) expect(body).toMatchObject({ code: "access_token_invalid" });
    expect(acme.reports.map(({ error }) => String(error))).toEqual([
      "Error: the host named the unknown account 999",
      `Error: the host named the disabled account ${acme.account}`,
    ]);
    expect(acme.logs).toMatchObject([
      { reason: "unknown_account" },
      { reason: "account_disabled", accountId: acme.account, credentialId: "ada" },
    ]);
    expect(acme.logs[0]).not.toHaveProperty("accountId");
  });
});

describe("a router without its own credentials", () => {
  it("accepts only the host's users", async () => {
    const router = routerWith(() => undefined, { ownCredentials: false });
    await reviews(router, ownToken()).expect(401);
    await reviews(router, { ...ownToken(), authorization: "Bearer abc" }).expect(401);
    await reviews(routerWith(() => user, { ownCredentials: false })).expect(200);
  });

  it("has no token endpoint and no metadata of one", async () => {
    const router = routerWith(() => undefined, { ownCredentials: false });
    await request(router).post("/oauth/token").expect(404);
    await request(router).get("/.well-known/oauth-authorization-server").expect(404);
    const { body } = await request(router).get("/openapi.json").expect(200);
    expect(body).not.toHaveProperty(["paths", "/oauth/token"]);
  });

  it("requires a login of the host", () => {
    expect(() => createRouter(acme.domain, { ...acme.options, ownCredentials: false })).toThrow(TypeError);
    expect(() => routerWith("ada" as never)).toThrow("option authenticate must be a function");
  });
});
