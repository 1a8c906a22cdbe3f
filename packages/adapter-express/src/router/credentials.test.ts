import { afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { accepted, type CredentialId, type TokenKind, tokenKinds } from "@repute/domain";
import { bundleOf, itemsIn } from "@repute/domain/testing";
import request from "supertest";
import { aNewUser, anImage, aSubmission } from "../../test/practice-data.js";
import { askFor, type Practice, practice, tokenFor } from "../../test/practice.js";
import { closeServers, portOf, rawConnection } from "../../test/raw-connection.js";
import { createApp, versions } from "../server.js";
import { audienceOf } from "./access.js";

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
    // The tokens have posted no submission, so they get a 404 about its status. The load failed, so it cannot be undone.
    const expected = /:submission_id|\/undo$/.test(path) ? 4 : 2;
    if (!accepted[audience].includes(kind)) expect(reply).toMatchObject({ status: 401, body: refusalOf(path) });
    else expect([expected, reply.status === 401]).toEqual([Math.floor(reply.status / 100), false]);
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

describe("the hint of a rejected credential", () => {
  let acme: Practice;
  let app: ReturnType<typeof createApp>;
  beforeAll(async () => {
    acme = await practice();
    app = createApp(acme.domain, acme.options);
  });

  const paths = {
    "v1-data": "/v1/reviews",
    "v2-data": "/v2/reviews",
    submissions: "/v1/online-submissions/upload",
    loads: "/v1/loads",
    office: "/v1/loads/1/undo",
  } as const;
  const hints = {
    "account-key": "the credential is an account key, which can read /v1 and manage users",
    "api-token": "the credential is an API token, which can read /v2 and upload submissions",
    "web-forms": "the credential is a web-forms token, which can only upload submissions",
    loader: "the credential is a loader token, which can only send files to /v1/loads",
    office: "the credential is an office token, which can read /v2, import files, undo imports and find people",
  };
  const madeUp = { "account-key": "rpk_", "api-token": "rpa_", "web-forms": "rpf_", loader: "rpl_", office: "rpo_" };
  const messages = {
    "v1-data": "The API key is invalid",
    "v2-data": "The OAuth access token is invalid or expired",
    submissions: "The API key is invalid",
    loads: "The API key is invalid",
    office: "The API key is invalid",
  };

  type Refused = { readonly message: string; readonly hint?: string; readonly request_id: string };
  const refusal = async (path: string, headers: Record<string, string>) => {
    const { status, body } = await askFor(app, path, headers);
    expect(status).toBe(401);
    const { request_id: _, ...problem } = body as Refused;
    return problem;
  };

  const doors = Object.keys(paths) as (keyof typeof paths)[];

  describe.each(doors.flatMap((door) => tokenKinds.map((kind) => ({ door, kind }))))(
    "a credential of kind $kind at $door",
    ({ door, kind }) => {
      if (accepted[door].includes(kind)) {
        it("gets no hint if it is invalid", async () => {
          const problem = await refusal(paths[door], { "api-token": `${madeUp[kind]}${"x".repeat(49)}` });
          expect(problem).not.toHaveProperty("hint");
        });
        return;
      }

      it("gets a hint based only on its kind, regardless of whether the token exists", async () => {
        const real = await refusal(paths[door], { "api-token": acme.tokens[kind] });
        expect(real).toMatchObject({ message: messages[door], hint: hints[kind] });
        for (const text of [`${madeUp[kind]}${"x".repeat(49)}`, `${madeUp[kind]}x`]) {
          expect(await refusal(paths[door], { "api-token": text })).toEqual(real);
        }
      });
    },
  );

  describe("a credential in the other header", () => {
    it("gets a hint that names the right header", async () => {
      expect(await refusal("/v2/reviews", { Authorization: `Bearer ${acme.tokens["api-token"]}` })).toMatchObject({
        message: messages["v2-data"],
        hint: "the credential is an API token, which can read /v2 and upload submissions; send the credential in the header api-token",
      });
      expect(await refusal("/v2/reviews", { "api-token": "eyJhbGciOiJIUzI1NiJ9.e30.x" })).toMatchObject({
        hint: "the credential is an access token, which can read /v2, upload submissions or manage users, depending on its scope; send the credential in the header Authorization: Bearer",
      });
      expect(await refusal("/v1/reviews", { Authorization: "Bearer eyJhbGciOiJIUzI1NiJ9.e30.x" })).toMatchObject({
        hint: "the credential is an access token, which can read /v2, upload submissions or manage users, depending on its scope",
      });
    });
  });

  it("no hint is sent for a string without a known prefix", async () => {
    for (const text of ["", "secret", "RPK_x", "x rpk_x"]) {
      expect(await refusal("/v2/reviews", { "api-token": text })).not.toHaveProperty("hint");
    }
  });

  const both = "send an API token in the header api-token, or an access token in the header Authorization: Bearer";
  it.each([
    ["v1-data", "send an account key in the header api-token"],
    ["v2-data", both],
  ] as const)(
    "a request to %s without a credential gets a hint that depends only on the headers",
    async (door, hint) => {
      for (const headers of [{}, { Authorization: "Basic YTpi" }]) {
        expect(await refusal(paths[door], headers)).toMatchObject({ message: messages[door], hint });
      }
      for (const key of ["x", ...Object.values(acme.tokens)]) {
        const problem = await refusal(paths[door], { "X-API-Key": key });
        expect(problem).toMatchObject({ message: messages[door], hint: `the header x-api-key is not read; ${hint}` });
      }
      expect(await refusal(paths[door], { "X-API-Key": "x", "api-token": "x" })).not.toHaveProperty("hint");
    },
  );

  it("a host that accepts no own credentials sends no hint", async () => {
    const options = { ...acme.options, ownCredentials: false, authenticate: async () => undefined };
    const { body } = await askFor(createApp(acme.domain, options), "/v2/reviews", { "X-API-Key": "x" });
    expect(body).toMatchObject({ code: "access_token_invalid" });
    expect(body).not.toHaveProperty("hint");
  });
});

describe("a revoked credential", () => {
  let acme: Practice;
  let port: number;
  beforeEach(async () => {
    acme = await practice();
    port = await portOf(createApp(acme.domain, acme.options));
  });
  afterEach(closeServers);

  const aReview = { kind: "review", id: 503, platform_id: 3, create_time: "2026-03-04T09:00:00Z" };

  type Kind = keyof Practice["tokens"];

  async function revoke(kind: Kind): Promise<void> {
    const tokens = await acme.domain.access.listTokens("acme");
    const { id } = tokens.find((token) => token.kind === kind) ?? {};
    await acme.domain.access.changeToken(id as CredentialId, "revoke");
  }
  const disableAccount = () => acme.domain.accounts.setDisabled("acme", true);

  const form = (file: Uint8Array) =>
    Buffer.concat([
      Buffer.from(
        '--b\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n',
      ),
      file,
      Buffer.from("\r\n--b--\r\n"),
    ]);
  const json = (value: object) => Buffer.from(JSON.stringify(value));
  const inJson = "application/json";

  const writes: readonly (readonly [string, string, Kind, string, Buffer])[] = [
    ["POST", "/v1/users", "account-key", inJson, json(aNewUser)],
    ["PUT", "/v1/users/7", "account-key", inJson, json({ name: "Ada Byron" })],
    ["PUT", "/v1/users/7/image", "account-key", "multipart/form-data; boundary=b", form(anImage)],
    ["POST", "/v1/online-submissions/upload", "web-forms", inJson, json(aSubmission)],
    ["POST", "/v1/online-submissions/bulk-upload", "api-token", inJson, json({ submissions: [aSubmission] })],
  ];

  /** Sends a request and holds back its last byte until `meanwhile` is done. */
  async function heldBack(request: (typeof writes)[number], meanwhile: () => Promise<unknown>) {
    const [method, path, kind, type, body] = request;
    const head = [
      `${method} ${path} HTTP/1.1`,
      ...["Host: x", `api-token: ${acme.tokens[kind]}`, `Content-Type: ${type}`],
      ...[`Content-Length: ${body.length}`, "", ""],
    ].join("\r\n");
    const connection = rawConnection(port);
    connection.send(head, body.subarray(0, -1));
    // A response on a second connection shows that the server has read the earlier bytes.
    const other = rawConnection(port);
    other.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    await other.replies(1);
    other.socket.destroy();
    await meanwhile();
    connection.send(body.subarray(-1));
    const [reply] = await connection.replies(1);
    connection.socket.destroy();
    return reply;
  }

  const stored = async () => ({
    users: await itemsIn(await acme.domain.users.list(acme.account)),
    submissions: await acme.ports.storage.read(acme.account, ({ submissions }) =>
      submissions.page(acme.account, { after: 0, limit: 1_000 }),
    ),
  });

  describe("a credential that is checked again after the body arrives", () => {
    it.each(writes)("does not permit the write if it is revoked: %s %s", async (...request) => {
      const before = await stored();
      const reply = await heldBack(request, () => revoke(request[2]));
      expect(reply).toMatchObject({ status: 401 });
      expect(JSON.parse(reply?.body ?? "")).toMatchObject({ code: "api_key_invalid" });
      expect(await stored()).toEqual(before);
    });

    it.each(writes)("does not permit the write if the account is disabled: %s %s", async (...request) => {
      const before = await stored();
      expect(await heldBack(request, disableAccount)).toMatchObject({ status: 401 });
      expect(await stored()).toEqual(before);
    });

    it.each(writes)("permits the write if it is still valid: %s %s", async (...request) => {
      expect((await heldBack(request, async () => {}))?.status).toBeLessThan(300);
    });
  });

  describe("a credential that is checked again after a request waited for changes", () => {
    const waitFor = async (meanwhile: () => Promise<unknown>) => {
      const connection = rawConnection(port);
      const ask = (path: string, more = "") =>
        connection.send(`GET ${path} HTTP/1.1\r\nHost: x\r\napi-token: ${acme.tokens["api-token"]}\r\n${more}\r\n`);
      ask("/v2/changes");
      const [first] = await connection.replies(1);
      ask(`/v2/changes?cursor=${first?.headers["x-cursor"] ?? ""}`, "Prefer: wait=30\r\n");
      // The request starts to listen as soon as the server has read it.
      const other = rawConnection(port);
      other.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
      await other.replies(1);
      other.socket.destroy();
      await meanwhile();
      await acme.domain.bundle.load(acme.account, bundleOf([aReview]));
      const [, second] = await connection.replies(2);
      connection.socket.destroy();
      return second;
    };

    it("gets no changes if it is revoked", async () => {
      const reply = await waitFor(() => revoke("api-token"));
      expect(reply).toMatchObject({ status: 401 });
      expect(JSON.parse(reply?.body ?? "")).toMatchObject({ code: "access_token_invalid" });
    });

    it("gets no changes if the account is disabled", async () => {
      expect(await waitFor(disableAccount)).toMatchObject({ status: 401 });
    });

    it("gets the change if it is still valid", async () => {
      const reply = await waitFor(async () => {});
      expect(reply).toMatchObject({ status: 200, body: expect.stringContaining('"list":"reviews"') });
    });
  });
});
