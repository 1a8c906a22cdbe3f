import { beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { accepted, type TokenKind, tokenKinds } from "@repute/domain";
import request from "supertest";
import { askFor, type Practice, practice, tokenFor } from "../test/practice.js";
import { createApp } from "./app.js";
import { audienceOf } from "./auth.js";
import { versions } from "./versions.js";

const endpoints = versions.flatMap(({ prefix, dataSync, routes }) =>
  routes.map(({ method, path, access }) => ({
    method,
    path: prefix + path,
    audience: audienceOf(access, dataSync) ?? dataSync,
  })),
);

const refusals = {
  "v1-data": { code: "api_key_invalid", message: "The API key is invalid" },
  "v2-data": { code: "access_token_invalid", message: "The OAuth access token is invalid or expired" },
};
const refusalOf = (path: string) => refusals[path.startsWith("/v1/") ? "v1-data" : "v2-data"];

type App = ReturnType<typeof createApp>;
const appOf = ({ domain, options }: Practice): App => createApp(domain, options);
const get = (app: App, path: string, headers: Record<string, string | string[]> = {}) =>
  request(app)
    .get(path)
    .set(headers as Record<string, string>);

describe("every endpoint under every version", () => {
  let acme: Practice;
  let app: App;
  const spoilt: Partial<Record<string, string>> = {};
  beforeAll(async () => {
    acme = await practice();
    app = appOf(acme);
    for (const kind of tokenKinds) await addSpoilt(kind);
  });

  /** Creates a disabled, a revoked and an expired token of a kind, and a token of a disabled account. */
  async function addSpoilt(kind: TokenKind) {
    const { access, accounts } = acme.domain;
    for (const change of ["disable", "revoke"] as const) {
      const { token, credential } = await access.createToken(acme.account, { kind });
      await access.changeToken(credential.id, change);
      spoilt[`${change}d ${kind}`] = token;
    }
    const now = acme.clock();
    const expiring = await access.createToken(acme.account, { kind, expiresAt: (now + 1_000) as typeof now });
    acme.clock.set(now + 1_000);
    spoilt[`expired ${kind}`] = expiring.token;
    const other = await accounts.create({ key: `closed-${kind}`, name: "Closed" });
    spoilt[`closed account's ${kind}`] = await tokenFor(acme.domain, other.id, kind);
    await accounts.setDisabled(`closed-${kind}`, true);
  }

  const pairs = endpoints.flatMap((endpoint) => tokenKinds.map((kind) => ({ ...endpoint, kind })));
  it.each(pairs)("$method $path accepts $kind only if its audience does", async ({ method, path, audience, kind }) => {
    const reply = await askFor(app, path, { "api-token": acme.tokens[kind] }, method);
    if (accepted[audience].includes(kind)) expect(Math.floor(reply.status / 100)).toBe(2);
    else expect(reply).toMatchObject({ status: 401, body: refusalOf(path) });
  });

  const states = ["disabled", "revoked", "expired", "closed account's"];
  const bad = endpoints.flatMap(({ method, path }) =>
    tokenKinds.flatMap((kind) => states.map((state) => ({ method, path, token: `${state} ${kind}` }))),
  );
  it.each(bad)("rejects a $token at $method $path", async ({ method, path, token }) => {
    expect(spoilt[token]).toBeDefined();
    const reply = await askFor(app, path, { "api-token": spoilt[token] ?? "" }, method);
    expect(reply).toMatchObject({ status: 401, body: refusalOf(path) });
    expect(reply.headers["www-authenticate"]).toBe('Bearer error="invalid_token"');
  });

  const strangers: readonly Record<string, string>[] = [
    {},
    { "api-token": "" },
    { "api-token": "rpa_nonsense" },
    { "api-token": `rpa_${"0".repeat(49)}` },
    { authorization: "Bearer" },
    { authorization: "bearer x.y.z" },
    { authorization: "Basic YWNtZTphY21l" },
  ];
  const unknown = endpoints.flatMap(({ method, path }) => strangers.map((headers) => ({ method, path, headers })));
  it.each(unknown)("rejects $headers at $method $path", async ({ method, path, headers }) => {
    const reply = await askFor(app, path, headers, method);
    expect(reply).toMatchObject({ status: 401, body: { ...refusalOf(path), status: 401, title: "Unauthorized" } });
  });
});

describe("credentials", () => {
  let acme: Practice;
  let app: App;
  beforeEach(async () => {
    acme = await practice();
    app = appOf(acme);
  });

  it("are rejected in the header of another kind", async () => {
    await get(app, "/v2/reviews", { authorization: `Bearer ${acme.tokens["api-token"]}` }).expect(401);
  });

  it.each(["Bearer abc", "bearer abc", "BEARER abc"])(
    "are rejected if a request has both kinds (%s)",
    async (bearer) => {
      const both = { "api-token": acme.tokens["api-token"], authorization: bearer };
      const { body } = await get(app, "/v2/reviews", both).expect(400);
      expect(body).toMatchObject({ code: "several_credentials" });
    },
  );

  it("are rejected if they are sent twice", async () => {
    const token = acme.tokens["api-token"];
    await get(app, "/v2/reviews", { "api-token": [token, token] }).expect(400);
    await get(app, "/v2/reviews", { authorization: ["Bearer a", "Bearer b"] }).expect(400);
  });

  it("are ignored if they are for a reverse proxy", async () => {
    const both = { "api-token": acme.tokens["api-token"], authorization: "Basic YWNtZTphY21l" };
    await get(app, "/v2/reviews", both).expect(200);
  });

  it("are rejected immediately after they are revoked", async () => {
    const { token, credential } = await acme.domain.access.createToken(acme.account, { kind: "api-token" });
    await get(app, "/v2/reviews", { "api-token": token }).expect(200);
    await acme.domain.access.changeToken(credential.id, "revoke");
    await get(app, "/v2/reviews", { "api-token": token }).expect(401);
  });

  it("leave the reason for a rejection only in the log", async () => {
    const reply = await get(app, "/v2/reviews", { "api-token": acme.tokens["account-key"] }).expect(401);
    expect(reply.text).not.toContain("wrong_kind");
    expect(acme.logs).toMatchObject([{ status: 401, reason: "wrong_kind_of_token", route: "/v2/reviews" }]);
  });

  it("appear in the log by account, id and kind, never by value", async () => {
    await get(app, "/v2/reviews?rating=5", { "api-token": acme.tokens["api-token"] }).expect(200);
    expect(acme.logs).toMatchObject([{ accountId: acme.account, credentialKind: "api-token", credentialId: 2 }]);
    expect(JSON.stringify(acme.logs)).not.toMatch(/rpa_|rating=|"5"/);
  });
});

describe("the use of a credential", () => {
  it("is recorded", async () => {
    const acme = await practice();
    await get(appOf(acme), "/v2/reviews", { "api-token": acme.tokens["api-token"] }).expect(200);
    const used = (await acme.domain.access.listTokens("acme")).filter(({ lastUsedAt }) => lastUsedAt !== null);
    expect(used).toMatchObject([{ kind: "api-token", lastUsedAt: acme.clock() }]);
  });

  it("is reported if it cannot be recorded, and the request succeeds", async () => {
    const failure = new Error("read-only");
    const acme = await practice((ports) => {
      const credentials = { ...ports.storage.credentials, noteUse: () => Promise.reject(failure) };
      return { ...ports, storage: { ...ports.storage, credentials } };
    });
    const reply = await get(appOf(acme), "/v2/locations", {
      "api-token": acme.tokens["api-token"],
    }).expect(200);
    expect(acme.reports).toEqual([{ error: failure, id: reply.headers["x-request-id"] }]);
  });

  it("does not delay the request while it is recorded", async () => {
    const acme = await practice((ports) => {
      const credentials = { ...ports.storage.credentials, noteUse: () => new Promise<void>(() => {}) };
      return { ...ports, storage: { ...ports.storage, credentials } };
    });
    await get(appOf(acme), "/v2/locations", { "api-token": acme.tokens["api-token"] }).expect(200);
  });
});
