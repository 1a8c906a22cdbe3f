import { beforeEach, describe, expect, it } from "@jest/globals";
import { assertionType, type Client, type Scope, unavailable } from "@repute/domain";
import { goodAssertion, hostileAssertions, itemsIn, memoryClient } from "@repute/domain/testing";
import express from "express";
import request from "supertest";
import { readDocument } from "../../test/api-document.js";
import { aNewUser, aSubmission } from "../../test/practice-data.js";
import { type Practice, practice } from "../../test/practice.js";
import { appTables, createApp, createRouter } from "../server.js";

const baseUrl = "https://repute.example";
const tokenUrl = `${baseUrl}/oauth/token`;
const formType = "application/x-www-form-urlencoded";
const { operations, resolve, mistakes } = readDocument(appTables({}));

let acme: Practice;
let app: ReturnType<typeof createApp>;
let client: Client;
beforeEach(async () => {
  acme = await practice();
  app = createApp(acme.domain, acme.options);
  client = await acme.domain.access.registerClient(acme.account, {
    name: "warehouse",
    jwkUrl: "https://partner.example/jwks.json",
  });
});

let last = 0;
const maker = () => memoryClient(client, { tokenUrl, now: acme.clock(), jti: `a-${(last += 1)}` });
const requested = (client_assertion = goodAssertion(maker())) => ({
  grant_type: "client_credentials",
  client_assertion_type: assertionType,
  client_assertion,
});
const encoded = (form: Record<string, string>) => new URLSearchParams(form).toString();
const post = (body: string = encoded(requested()), to: unknown = app, type = formType) =>
  request(to as typeof app)
    .post("/oauth/token")
    .set("Content-Type", type)
    .send(body);
const tokenOf = async (reply: PromiseLike<request.Response>) =>
  ((await reply).body as { access_token: string }).access_token;

describe("POST /oauth/token", () => {
  it("returns a bearer token that must not be cached", async () => {
    const { body, headers } = await post().expect(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: "Bearer",
      expires_in: 300,
      scope: "data-sync.read",
    });
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "cache-control": "no-store",
      pragma: "no-cache",
    });
  });

  it.each(["Bearer ", "bearer ", "BEARER  "])(
    "returns a token that is valid for v2 as %j but not for v1",
    async (scheme) => {
      const authorization = scheme + (await tokenOf(post()));
      await request(app).get("/v2/locations").set({ authorization }).expect(200);
      const { body } = await request(app).get("/v1/locations").set({ authorization }).expect(401);
      expect(body).toMatchObject({ code: "api_key_invalid" });
      await request(app).get("/v2/locations").set({ authorization, "api-token": acme.tokens["api-token"] }).expect(400);
      await request(app)
        .get("/v2/locations")
        .set({ "api-token": authorization.trim().split(/ +/)[1] ?? "" })
        .expect(401);
    },
  );

  it("returns a token that is rejected immediately after its client is disabled", async () => {
    const authorization = `Bearer ${await tokenOf(post())}`;
    const get = () => request(app).get("/v2/locations").set({ authorization });
    await get().expect(200);
    await acme.domain.access.changeClient(client.clientId, "disable");
    const { body } = await get().expect(401);
    expect(body).toMatchObject({ message: "The OAuth access token is invalid or expired" });
    await acme.domain.access.changeClient(client.clientId, "enable");
    await get().expect(200);
    acme.clock.set(acme.clock() + 300_000);
    await get().expect(401);
  });

  it("logs whose access token was used, and the client of a rejected request", async () => {
    const authorization = `Bearer ${await tokenOf(post())}`;
    await request(app).get("/v2/reviews?rating=5").set({ authorization }).expect(200);
    await post(encoded(requested(`${goodAssertion(maker())}0`))).expect(401);
    const known = { accountId: acme.account, credentialKind: "access-token", credentialId: client.clientId };
    expect(acme.logs).toMatchObject([
      { route: "/oauth/token", status: 200, recorded: true },
      { ...known, route: "/v2/reviews", filters: ["rating"], rows: 1 },
      { route: "/oauth/token", status: 401 },
    ]);
    expect(acme.logs[1]).not.toHaveProperty("recorded");
  });

  it("returns the same bytes for every authentication failure", async () => {
    const used = goodAssertion(maker());
    await post(encoded(requested(used))).expect(200);
    const stranger = memoryClient({ clientId: "rpc_x" as Client["clientId"] }, { tokenUrl, now: acme.clock() });
    const hostile = hostileAssertions(maker()).flatMap(({ text }) =>
      typeof text === "string" && text !== "" && text.length < 10_000 ? [text] : [],
    );
    expect(hostile.length).toBeGreaterThan(100);
    const shut = goodAssertion(maker());
    const responses = new Set<string>();
    for (const text of [used, goodAssertion(stranger), `${shut.slice(0, -4)}AAAA`, ...hostile]) {
      const { status, text: body, headers } = await post(encoded(requested(text)));
      responses.add(JSON.stringify([status, body, headers["www-authenticate"], headers["content-type"]]));
    }
    await acme.domain.access.changeClient(client.clientId, "disable");
    const refused = await post(encoded(requested(shut)));
    responses.add(
      JSON.stringify([
        refused.status,
        refused.text,
        refused.headers["www-authenticate"],
        refused.headers["content-type"],
      ]),
    );
    expect([...responses]).toHaveLength(1);
    expect(refused).toMatchObject({
      status: 401,
      body: {
        error: "invalid_client",
        error_description: "Client authentication failed",
        message: "Client authentication failed",
      },
    });
    const reasons = new Set(acme.logs.map(({ reason }) => reason));
    expect([...reasons]).toEqual(
      expect.arrayContaining(["replayed", "unknown_client", "bad_signature", "wrong_alg", "client_not_usable"]),
    );
    expect(acme.reports).toEqual([]);
  });

  it.each(["get", "head", "put", "delete", "patch", "options"] as const)("rejects the method %s", async (method) => {
    const { headers } = await request(app)[method]("/oauth/token").expect(405);
    expect(headers).toMatchObject({ allow: "POST", "cache-control": "no-store", pragma: "no-cache" });
  });
});

describe("the form of a token request", () => {
  const refused = async (body: string, type = formType, to: unknown = app) => {
    const reply = await post(body, to, type);
    const { error, error_description: description, message } = reply.body as Record<string, string>;
    expect(message).toBe(description);
    expect(reply.headers["content-type"]).toBe("application/json");
    return [reply.status, error];
  };
  const invalid = [400, "invalid_request"];

  it.each([
    ["nothing", ""],
    ["no grant type", encoded({ ...requested("x"), grant_type: "" })],
    ["no assertion type", encoded({ grant_type: "client_credentials", client_assertion: "x" })],
    ["another assertion type", encoded({ ...requested("x"), client_assertion_type: "urn:saml" })],
    ["no assertion", encoded(requested(""))],
    ["a duplicate grant type", `grant_type=client_credentials&${encoded(requested("x"))}`],
    ["a duplicate assertion", `${encoded(requested("x"))}&client_assertion=x`],
    ["a duplicate assertion with an escaped name", `${encoded(requested("x"))}&client%5Fassertion=x`],
    ["a duplicate assertion that is empty", `${encoded(requested("x"))}&client_assertion=`],
    ["an invalid escape sequence", `${encoded(requested("x"))}&a=%zz`],
    ["an incomplete UTF-8 character", `${encoded(requested("x"))}&a=%c3`],
    ["21 parameters", `${encoded(requested("x"))}${"&a=1".repeat(18)}`],
  ])("is invalid with %s", async (_, body) => {
    expect(await refused(body)).toEqual(invalid);
  });

  it("can have 20 parameters, and unknown ones are ignored", async () => {
    await post(`${encoded(requested())}${"&a=1".repeat(17)}`).expect(200);
  });

  it("is rejected with another grant type, regardless of the other parameters", async () => {
    expect(await refused("grant_type=password")).toEqual([400, "unsupported_grant_type"]);
  });

  it.each([
    "application/json",
    "multipart/form-data; boundary=x",
    "text/plain",
    `${formType}; charset=latin1`,
    "nonsense",
  ])("is rejected with the content type %j", async (type) => {
    expect(await refused(encoded(requested()), type)).toEqual(invalid);
  });

  it("can state its charset and must not be compressed", async () => {
    await post(encoded(requested()), app, `${formType};charset=UTF-8`).expect(200);
    await post(encoded(requested())).set("Content-Encoding", "gzip").expect(400);
  });

  it("is rejected if it is not UTF-8", async () => {
    const bytes = Buffer.concat([Buffer.from(`${encoded(requested("x"))}&a=`), Buffer.from([0xff])]);
    const { body } = await request(app).post("/oauth/token").set("Content-Type", formType).send(bytes).expect(400);
    expect(body).toMatchObject({ error: "invalid_request" });
  });

  it("is limited to 16 KB", async () => {
    const padded = (bytes: number) => {
      const body = `${encoded(requested())}&a=`;
      return body + "x".repeat(bytes - body.length);
    };
    await post(padded(16_384)).expect(200);
    expect(await refused(padded(16_385))).toEqual([413, "invalid_request"]);
  });

  it("is accepted from the host's parsers with the same checks", async () => {
    for (const parser of [
      express.urlencoded({ extended: false }),
      express.urlencoded({ extended: true }),
      express.text({ type: "*/*" }),
      express.raw({ type: "*/*" }),
    ]) {
      const hosted = express().use(parser, createRouter(acme.domain, acme.options));
      await post(encoded(requested()), hosted).expect(200);
      expect(await refused(`${encoded(requested("x"))}&client_assertion=y`, formType, hosted)).toEqual(invalid);
      expect(await refused("client_assertion[]=x&grant_type=client_credentials", formType, hosted)).toEqual(invalid);
    }
  });

  it("is reported as the host's error if its parser left no body", async () => {
    const eating: express.RequestHandler = (incoming, _response, next) => void incoming.on("end", next).resume();
    const hosted = express().use(eating, createRouter(acme.domain, acme.options));
    expect(await refused(encoded(requested()), formType, hosted)).toEqual([500, "server_error"]);
    expect(acme.reports).toMatchObject([{ error: { message: expect.stringContaining("request.body") } }]);
  });
});

describe("the scope of a token", () => {
  const register = async (...scopes: Scope[]) => {
    const wanted = { name: "booking", jwkUrl: "https://partner.example/jwks.json", scopes };
    client = await acme.domain.access.registerClient(acme.account, wanted);
  };
  const bearer = async (scope?: string) => ({
    authorization: `Bearer ${await tokenOf(post(encoded({ ...requested(), ...(scope !== undefined && { scope }) })))}`,
  });
  const apps: [string, string, () => unknown][] = [
    ["the server", "", () => app],
    ["a host", "/data", () => express().use("/data", createRouter(acme.domain, acme.options))],
  ];

  describe.each(apps)("in %s", (_, mount, hostOf) => {
    const requestsIn = (authorization: { authorization: string }) => {
      const host = request(hostOf() as typeof app);
      return {
        read: () => host.get(`${mount}/v2/locations`).set(authorization),
        submit: () => host.post(`${mount}/v1/online-submissions/upload`).set(authorization).send(aSubmission),
        invite: () => host.post(`${mount}/v1/users`).set(authorization).send(aNewUser),
        readV1: () => host.get(`${mount}/v1/locations`).set(authorization),
      };
    };
    const statusesWith = async (authorization: { authorization: string }) => {
      const statuses = [];
      for (const send of Object.values(requestsIn(authorization))) statuses.push((await send()).status);
      return statuses;
    };

    it("decides which parts of the API the token can use", async () => {
      expect(await statusesWith(await bearer())).toEqual([200, 403, 403, 401]);
      await register("submissions.write", "users.manage");
      expect(await statusesWith(await bearer("submissions.write"))).toEqual([403, 201, 403, 401]);
      expect(await statusesWith(await bearer("users.manage"))).toEqual([403, 403, 201, 401]);
    });

    it("is named by the refusal, and only the log has the client", async () => {
      const reply = await requestsIn(await bearer()).submit();
      expect(reply.body).toMatchObject({ status: 403, code: "insufficient_scope" });
      expect((reply.body as { message: string }).message).toContain("submissions.write for uploads");
      expect(reply.headers["www-authenticate"]).toBe('Bearer error="insufficient_scope"');
      expect(acme.logs.at(-1)).toMatchObject({ reason: "insufficient_scope", credentialId: client.clientId });
    });

    it("ends with the client and its account, and the refusal has the code of the endpoint", async () => {
      await register("submissions.write", "users.manage");
      const { submit, invite } = requestsIn(await bearer());
      const refusedNow = async () => {
        for (const send of [submit, invite]) {
          expect((await send()).body).toMatchObject({ status: 401, code: "api_key_invalid" });
        }
      };
      await acme.domain.accounts.setDisabled("acme", true);
      await refusedNow();
      await acme.domain.accounts.setDisabled("acme", false);
      await acme.domain.access.changeClient(client.clientId, "disable");
      await refusedNow();
    });

    it("writes only to the account of the client, and the audit trail names the client", async () => {
      const other = await acme.domain.accounts.create({ key: "other", name: "Other" });
      await register("submissions.write", "users.manage");
      const { submit, invite } = requestsIn(await bearer());
      await submit().expect(201);
      await invite().expect(201);
      expect(await itemsIn(await acme.domain.users.list(acme.account))).toHaveLength(3);
      expect(await itemsIn(await acme.domain.users.list(other.id))).toEqual([]);
      const trail = [];
      for await (const records of await acme.domain.audit.read("acme", 0 as never)) trail.push(...records);
      const by = { actor: "access-token", actorId: client.clientId, outcome: "ok" };
      expect(trail.slice(-2)).toMatchObject([
        { action: "upload_submission", ...by },
        { action: "create_user", ...by },
      ]);
    });
  });
});

describe("an internal error of an exchange", () => {
  const failing = async (error: unknown) => {
    acme = await practice((ports) => ({
      ...ports,
      storage: { ...ports.storage, assertions: { spend: () => Promise.reject(error) } },
    }));
    app = createApp(acme.domain, acme.options);
    client = await acme.domain.access.registerClient(acme.account, { name: "x", jwkUrl: "https://partner.example" });
  };

  it("looks like any other rejection and is reported", async () => {
    const error = new TypeError("jwt must be a string");
    await failing(error);
    const { text } = await post().expect(401);
    expect(text).not.toContain("jwt must");
    expect(acme.reports).toMatchObject([{ error }]);
    expect(acme.logs).toMatchObject([{ reason: "internal_error", credentialId: client.clientId }]);
  });

  it("is visible if a retry can help", async () => {
    await failing(unavailable("database_busy", "the database is busy; try again in a moment"));
    const { body, headers } = await post().expect(503);
    expect(body).toMatchObject({ error: "temporarily_unavailable" });
    expect(headers["retry-after"]).toBe("5");
  });
});

describe("the metadata of the token endpoint", () => {
  it.each(["/.well-known/oauth-authorization-server", "/.well-known/smart-configuration"])(
    "leads a client from %s to its token",
    async (path) => {
      const { body } = await request(app).get(path).set("Host", "evil.example").expect(200);
      expect(body).toMatchObject({
        token_endpoint: tokenUrl,
        grant_types_supported: ["client_credentials"],
        token_endpoint_auth_methods_supported: ["private_key_jwt"],
        token_endpoint_auth_signing_alg_values_supported: ["RS384"],
        scopes_supported: ["data-sync.read", "submissions.write", "users.manage"],
      });
      expect(JSON.stringify(body)).not.toContain("evil");
    },
  );

  it("has the issuer that RFC 8414 compares and the SMART capability", async () => {
    const { body: metadata } = await request(app).get("/.well-known/oauth-authorization-server");
    expect(metadata).toMatchObject({ issuer: baseUrl, response_types_supported: [] });
    const { body: smart } = await request(app).get("/.well-known/smart-configuration");
    expect(smart).toMatchObject({ capabilities: ["client-confidential-asymmetric"] });
  });

  it("returns 404 if the host has no base URL", async () => {
    const { domain, options } = await practice(undefined, {});
    const nowhere = createApp(domain, options);
    for (const path of ["/.well-known/oauth-authorization-server", "/.well-known/smart-configuration"]) {
      const { body } = await request(nowhere).get(path).expect(404);
      expect(body).toMatchObject({ code: "signed_assertions_off" });
    }
    await post(encoded(requested()), nowhere).expect(404);
  });
});

describe("POST /oauth/token in the API document", () => {
  const found = operations.find(({ path }) => path === "/oauth/token")?.operation;
  if (!found) throw new Error("the token endpoint is not described");
  const { responses, requestBody } = found;

  it("accepts the documented example", () => {
    const { schema, example } = requestBody?.content[formType] ?? { schema: {} };
    expect(mistakes(schema, requested())).toEqual([]);
    expect(mistakes(schema, {})).toHaveLength(3);
    expect(mistakes(schema, example)).toEqual([]);
  });

  const large = `${encoded(requested("x"))}${"x".repeat(16_384)}`;
  it.each<[string, number, string, () => PromiseLike<request.Response>]>([
    ["a token", 200, "", () => post()],
    ["another grant type", 400, "unsupported_grant_type", () => post("grant_type=password")],
    ["another assertion type", 400, "invalid_request", () => post("grant_type=client_credentials")],
    [
      "a scope that the client lacks",
      400,
      "invalid_scope",
      () => post(encoded({ ...requested(), scope: "users.manage" })),
    ],
    ["an invalid assertion", 401, "invalid_client", () => post(encoded(requested("x.y.z")))],
    ["another method", 405, "invalid_request", () => request(app).get("/oauth/token")],
    ["a large body", 413, "invalid_request", () => post(large)],
    [
      "too many requests",
      429,
      "temporarily_unavailable",
      async () => {
        const strict = createApp(acme.domain, { ...acme.options, tokenRequestsPerMinute: 1 });
        await request(strict).post("/oauth/token");
        return request(strict).post("/oauth/token");
      },
    ],
  ])("rejects %s as documented", async (_, status, error, send) => {
    const reply = await send();
    const response = resolve(responses[status] ?? {});
    const { schema = {}, examples = {} } = response.content?.["application/json"] ?? {};
    expect(reply.status).toBe(status);
    expect(mistakes(schema, reply.body)).toEqual([]);
    if (error !== "") expect(reply.body).toEqual(resolve(examples[error] ?? { value: undefined }).value);
    expectHeaders(reply.headers as Record<string, unknown>, response.headers ?? {});
  });
});

/** Expects exactly the documented headers. */
function expectHeaders(sent: Record<string, unknown>, described: HeadersOf): void {
  for (const [name, header] of Object.entries(described)) {
    const { required, schema: form } = resolve(header);
    const value = sent[name.toLowerCase()];
    if (required || value !== undefined) expect(mistakes(form, value)).toEqual([]);
  }
}

type HeadersOf = NonNullable<
  ReturnType<typeof resolve<(typeof operations)[number]["operation"]["responses"][string]>>["headers"]
>;
