import { readFile, writeFile } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { userInfo } from "node:os";
import { describe, expect, it } from "@jest/globals";
import { failureLine, repute, reputeJson } from "./support/command-line.js";
import { freePort } from "./support/free-port.js";
import { aPartner, exchange, statusWith } from "./support/partner.js";
import { engines, freshWorkspace } from "./support/workspace.js";

type Registered = { client_id: string; name: string; jwk_url: string; scopes: string[] };
type Token = { access_token: string; token_type: string; expires_in: number; scope: string };
type Trail = { items: Record<string, unknown>[]; failures: Record<string, unknown>[] };

describe.each(engines)("repute client on %s", (engine) => {
  const workspace = freshWorkspace(engine);
  const partner = aPartner();
  const env = () => ({ ...workspace().env, JWK_URL_ALLOW: partner().origin });
  const account = () => reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], env());
  const register = (...more: string[]) =>
    reputeJson<Registered>(
      ["client", "register", "--account", "acme", "--name", "warehouse", "--jwk-url", partner().jwkUrl, ...more],
      env(),
    );
  const serve = (more = {}) => workspace().serve(["serve"], { ...env(), ...more });
  const token = async (clientId: string, baseUrl: string) => {
    const { status, body } = await exchange(baseUrl, partner().assertion(clientId, baseUrl));
    expect(status).toBe(200);
    return body as Token;
  };

  it("registers a client and lists it", async () => {
    await account();
    const registered = await register();
    const details = { name: "warehouse", jwk_url: partner().jwkUrl, scopes: ["data-sync.read"] };
    const client = { client_id: registered.client_id, ...details };
    expect(registered).toEqual(client);
    expect(registered.client_id).toMatch(/^rpc_[0-9A-Za-z]{22}$/);
    const listed = ["client", "list", "--account", "acme"];
    expect(await reputeJson(listed, env())).toEqual({
      items: [{ ...client, created_at: expect.stringMatching(/^\d{4}-.*\+00:00$/), disabled: false, revoked: false }],
    });
    const { stdout } = await repute(listed, { env: env() });
    expect(stdout).toMatch(
      /^client_id +name +key set +scopes +created +state\nrpc_\w+ +warehouse +http:\S+ +data-sync\.read +\S+ +enabled\n$/,
    );
  });

  it("accepts signed assertions of an enabled client, but not of a disabled or revoked one", async () => {
    await account();
    const { client_id: id } = await register();
    const { baseUrl, running } = await serve();
    await running.printed(/"level":"warn".*JWK_URL_ALLOW/);
    const issued = await token(id, baseUrl);
    expect(issued).toMatchObject({ token_type: "Bearer", expires_in: 300, scope: "data-sync.read" });
    const status = (path = "/v2/locations") => statusWith(baseUrl, path, issued.access_token);
    const change = (name: string) => reputeJson(["client", name, "--id", id], env());

    expect([await status(), await status("/v1/locations")]).toEqual([200, 401]);
    expect(await change("disable")).toMatchObject({ client_id: id, disabled: true });
    expect(await status()).toBe(401);
    expect((await exchange(baseUrl, partner().assertion(id, baseUrl))).status).toBe(401);
    expect(await change("enable")).toMatchObject({ disabled: false });
    expect(await status()).toBe(200);
    await reputeJson(["account", "disable", "--key", "acme"], env());
    expect(await status()).toBe(401);
    await reputeJson(["account", "enable", "--key", "acme"], env());
    expect(await change("revoke")).toMatchObject({ revoked: true });
    expect(await status()).toBe(401);
    expect(await repute(["client", "enable", "--id", id], { env: env() })).toMatchObject({
      code: 1,
      stderr: `error: Client ${id} is revoked and cannot be enabled again.\n`,
    });
  });

  it("gives a client the scopes that the operator names", async () => {
    await account();
    const { client_id: id, scopes } = await register("--scopes", "users.manage", "submissions.write");
    expect(scopes).toEqual(["submissions.write", "users.manage"]);
    const { stdout } = await repute(["client", "list", "--account", "acme"], { env: env() });
    expect(stdout).toContain("  submissions.write, users.manage  ");
    const { baseUrl } = await serve();
    const { access_token: accessToken, scope } = await token(id, baseUrl);
    expect(scope).toBe("submissions.write users.manage");
    expect(await statusWith(baseUrl, "/v1/users", accessToken)).toBe(200);
    expect(await statusWith(baseUrl, "/v2/locations", accessToken)).toBe(403);
    const unknown = ["client", "register", "--account", "acme", "--name", "x", "--jwk-url", partner().jwkUrl];
    expect(await repute([...unknown, "--scopes", "admin"], { env: env() })).toMatchObject({ code: 2, stdout: "" });
  });

  it("accepts an assertion once, and rejects an assertion for another audience", async () => {
    await account();
    const { client_id: id } = await register();
    const { baseUrl } = await serve();
    const assertion = partner().assertion(id, baseUrl);
    expect((await exchange(baseUrl, assertion)).status).toBe(200);
    expect(await exchange(baseUrl, assertion)).toMatchObject({ status: 401, body: { error: "invalid_client" } });
    expect((await exchange(baseUrl, partner().assertion(id, "https://other.example"))).status).toBe(401);
  });

  it("records exchanges, reads and refusals in the audit trail", async () => {
    await account();
    const { client_id: id } = await register();
    const { baseUrl, running } = await serve();
    const { access_token: accessToken } = await token(id, baseUrl);
    await statusWith(baseUrl, "/v2/reviews?date=2026-03-01&rating=5", accessToken);
    await exchange(baseUrl, partner().assertion(id, baseUrl, { jti: "" }));
    await exchange(baseUrl, `${partner().assertion(id, baseUrl).slice(0, -8)}AAAAAAAA`);
    await exchange(baseUrl, `${partner().assertion(id, baseUrl).slice(0, -8)}AAAAAAAA`);
    running.signal("SIGTERM");
    await running.ended;

    const audit = ["audit", "--account", "acme"];
    const aTime: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/);
    const { items, failures } = await reputeJson<Trail>(audit, env());
    const done = { actor: "access-token", actor_id: id, subject: null, filters: [], rows: null };
    const command = { os_user: userInfo().username };
    const byOperator = { ...done, actor: "operator", actor_id: null, outcome: "ok", origin: command };
    const request = {
      request_id: expect.stringMatching(/^[\da-f-]{36}$/) as unknown,
      ...{ address: "127.0.0.1", user_agent: expect.any(String) as unknown },
    };
    expect(items).toEqual(
      [
        { ...byOperator, action: "create_account" },
        { ...byOperator, action: "register_client", subject: `client ${id}` },
        { ...done, action: "exchange_token", outcome: "ok", origin: request },
        { ...done, action: "GET /v2/reviews", filters: ["date", "rating"], rows: 0, outcome: "ok", origin: request },
      ].map((item) => ({ ...item, at: aTime })),
    );
    const failure = {
      actor: "access-token",
      actor_id: id,
      action: "POST /oauth/token",
      first_at: aTime,
      last_at: aTime,
    };
    expect(failures).toHaveLength(2);
    expect(failures).toEqual(
      expect.arrayContaining([
        { ...failure, outcome: "wrong_jti", count: 1 },
        { ...failure, outcome: "bad_signature", count: 2 },
      ]),
    );
    const { stdout } = await repute(audit, { env: env() });
    expect(stdout.split("\n")).toHaveLength(7);
    expect(stdout).toContain(`access-token ${id}: GET /v2/reviews [date, rating] 0 rows: ok (127.0.0.1, request `);
    expect(stdout).toContain(`access-token ${id}: POST /oauth/token: bad_signature, 2 times\n`);
    const { stdout: later } = await repute([...audit, "--since", "2999-01-01"], { env: env() });
    expect(later).toBe("");
    expect(await reputeJson([...audit, "--since", "2999-01-01"], env())).toEqual({ items: [], failures: [] });
  });

  it.each([
    ["http://partner.example.com/jwks.json"],
    ["https://127.0.0.1/jwks.json"],
    ["https://169.254.169.254/latest/meta-data"],
    ["https://localhost/jwks.json"],
    ["https://keys.internal/jwks.json"],
  ])("rejects a key set at %s", async (jwkUrl) => {
    await account();
    const args = ["client", "register", "--account", "acme", "--name", "x", "--jwk-url", jwkUrl];
    const { code, stderr } = await repute(args, { env: workspace().env });
    expect(code).toBe(1);
    expect(stderr).toBe("error: jwk_url must be an https URL of a public host.\n");
  });

  it("limits token requests per IP address and API requests per credential", async () => {
    await account();
    const { client_id: id } = await register();
    const { baseUrl } = await serve({ RATE_LIMIT_PER_MINUTE: "2", TOKEN_RATE_LIMIT_PER_MINUTE: "1" });
    const { access_token: accessToken } = await token(id, baseUrl);
    expect(await exchange(baseUrl, "x.y.z")).toMatchObject({ status: 401 });
    expect(await exchange(baseUrl, "x.y.z")).toMatchObject({ status: 429, body: { error: "temporarily_unavailable" } });
    const statuses = [];
    for (let more = 0; more < 3; more += 1) statuses.push(await statusWith(baseUrl, "/v2/locations", accessToken));
    expect(statuses).toEqual([200, 200, 429]);
  });

  it("issues tokens with the configured lifetime", async () => {
    await account();
    const { client_id: id } = await register();
    const { baseUrl } = await serve({ ACCESS_TOKEN_SECONDS: "1", RATE_LIMIT_PER_MINUTE: "0" });
    const { access_token: accessToken, expires_in: seconds } = await token(id, baseUrl);
    expect(seconds).toBe(1);
    while ((await statusWith(baseUrl, "/v2/locations", accessToken)) === 200) continue;
    expect(await statusWith(baseUrl, "/v2/locations", accessToken)).toBe(401);
  });

  it("publishes the token endpoint under the configured base URL", async () => {
    const { baseUrl } = await serve();
    const metadata = (await (await fetch(`${baseUrl}/.well-known/oauth-authorization-server`)).json()) as object;
    expect(metadata).toMatchObject({ issuer: baseUrl, token_endpoint: `${baseUrl}/oauth/token` });
  });
});

const key = (letter: string) => Buffer.alloc(32, letter).toString("base64");

describe("token keys", () => {
  const workspace = freshWorkspace("SQLite");
  const partner = aPartner();
  const env = (more = {}) => ({ ...workspace().env, JWK_URL_ALLOW: partner().origin, ...more });

  it("can be replaced while existing tokens stay valid", async () => {
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], env());
    const register = ["client", "register", "--account", "acme", "--name", "x", "--jwk-url", partner().jwkUrl];
    const { client_id: id } = await reputeJson<Registered>(register, env());
    const port = await freePort();
    const address = `http://127.0.0.1:${port}`;
    const restarted = async <T>(TOKEN_KEYS: string, work: () => Promise<T>) => {
      const { running } = await workspace().serve(["serve"], env({ PORT: String(port), TOKEN_KEYS }));
      const result = await work();
      running.signal("SIGTERM");
      await running.ended;
      // Let `fetch` notice that its connections are closed. Otherwise, it could use one for the next server on this port.
      await setImmediate();
      return result;
    };
    const issue = async () => ((await exchange(address, partner().assertion(id, address))).body as Token).access_token;
    const [old, both, fresh] = [`1:${key("a")}`, `2:${key("b")},1:${key("a")}`, `2:${key("b")}`];

    const first = await restarted(old, issue);
    const [registered, second] = await restarted(both, async () => [
      await statusWith(address, "/v2/locations", first),
      await issue(),
    ]);
    expect(registered).toBe(200);
    const use = () => Promise.all([first, second].map((token) => statusWith(address, "/v2/locations", String(token))));
    expect(await restarted(fresh, use)).toEqual([401, 200]);
  });

  it("are stored beside an embedded database, and stop the start if they are damaged", async () => {
    const { running } = await workspace().serve();
    running.signal("SIGTERM");
    await running.ended;
    const file = `${workspace().env["DATABASE_URL"]?.replace("sqlite:", "")}.token-keys`;
    expect(await readFile(file, "utf8")).toMatch(/^\S+:\S{44}\n$/);
    await writeFile(file, "1:c2hvcnQ=\n");
    const { code, stderr } = await repute(["serve"], { env: env() });
    expect(code).toBe(1);
    expect(failureLine(stderr)).toMatch(/^error: TOKEN_KEYS: key 1 has 5 bytes, but needs at least 32[^\n]*\n$/);
  });

  it.each([
    [{ TOKEN_KEYS: "1:c2hvcnQ=" }, "TOKEN_KEYS: key 1 has 5 bytes, but needs at least 32"],
    [{ TOKEN_KEYS: "hunter2" }, "TOKEN_KEYS: key 1 must have the form ID:BASE64"],
    [{ JWK_URL_ALLOW: "10.0.0.0/8" }, 'JWK_URL_ALLOW: "10.0.0.0/8" is not an origin'],
    [{ WEBHOOK_ALLOW: "10.0.0.0/8" }, 'WEBHOOK_ALLOW: "10.0.0.0/8" is not an origin'],
    [{ DATABASE_URL: "postgres://repute:hunter2@127.0.0.1/repute" }, "TOKEN_KEYS is required with PostgreSQL"],
  ])("are rejected, like partners' origins, in one line that names the variable: %j", async (more, expected) => {
    const { code, stdout, stderr } = await repute(["serve"], { env: { ...workspace().env, ...more } });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(failureLine(stderr)).toMatch(/^error: [^\n]+\n$/);
    expect(failureLine(stderr)).toContain(expected);
    expect(stderr).not.toContain("hunter2");
  });
});
