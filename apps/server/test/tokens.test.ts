import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "@jest/globals";
import { createServer } from "@repute/adapter-express";
import type { Instant } from "@repute/domain";
import { compose, type Composition } from "../src/compose.js";
import { readConfig } from "../src/settings/config.js";
import { repute, reputeJson } from "./support/command-line.js";
import { get } from "./support/http.js";
import { engines, freshWorkspace } from "./support/workspace.js";

type Token = { readonly id: number; readonly token: string };

describe.each(engines)("a token on %s", (engine) => {
  const workspace = freshWorkspace(engine);

  const create = async (...options: string[]): Promise<Token> => {
    const { env } = workspace();
    return reputeJson(["token", "create", "--account", "acme", ...options], env);
  };
  const account = () => reputeJson(["account", "create", "--key", "acme", "--name", "Acme Dental"], workspace().env);

  it("is printed only once, and is the only output on standard output", async () => {
    await account();
    const { env } = workspace();
    const made = await repute(["token", "create", "--account", "acme", "--kind", "api-token"], { env });
    expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^rpa_[0-9A-Za-z]{49}\n$/) });
    const listed = await repute(["token", "list", "--account", "acme"], { env });
    expect(listed.stdout).toMatch(
      /^id +kind +name +created \(UTC\) +expires \(UTC\) +last used \(UTC\) +state\n1 +api-token +api-token .+ enabled\n$/,
    );
    expect(listed.stdout).not.toContain(made.stdout.trim());
  });

  it("is created with the given options, and listed with its state", async () => {
    await account();
    const made = await create("--kind", "account-key", "--name", "warehouse", "--expires", "2999-12-31");
    const { env } = workspace();
    const known = { id: made.id, kind: "account-key", name: "warehouse", expires_at: "3000-01-01T00:00:00+00:00" };
    expect(made).toEqual({ ...known, token: expect.stringMatching(/^rpk_/) });
    expect(await reputeJson(["token", "list", "--account", "acme"], env)).toEqual({
      items: [{ ...known, created_at: expect.any(String), last_used_at: null, disabled: false, revoked: false }],
    });
  });

  it("authenticates unless it is disabled, and never again after it is revoked", async () => {
    await account();
    const { env, serve } = workspace();
    const { id, token } = await create("--kind", "api-token");
    const { baseUrl } = await serve();
    const status = async () => (await get(baseUrl, "/v2/locations", token)).status;
    const change = (name: string) => reputeJson(["token", name, "--id", String(id)], env);

    expect(await status()).toBe(200);
    expect(await change("disable")).toMatchObject({ id, disabled: true });
    expect(await status()).toBe(401);
    expect(await change("enable")).toMatchObject({ id, disabled: false });
    expect(await status()).toBe(200);
    expect(await change("revoke")).toMatchObject({ id, revoked: true });
    expect(await status()).toBe(401);
    expect(await repute(["token", "enable", "--id", String(id)], { env })).toMatchObject({
      code: 1,
      stderr: `error: Token ${id} is revoked and cannot be enabled again.\n`,
    });
    expect(await status()).toBe(401);
  });

  it("works beside the token that rotates it, until the overlap is over", async () => {
    await account();
    const { id, token } = await create("--kind", "api-token");
    const { env, serve } = workspace();
    const { baseUrl } = await serve();
    const rotated = await repute(["token", "rotate", "--id", String(id), "--overlap", "7d"], { env });
    expect(rotated).toMatchObject({
      ...{
        code: 0,
        stdout: expect.stringMatching(/^rpa_\w+\n$/),
        stderr: expect.stringMatching(/Token 1 works until 20/),
      },
    });
    for (const one of [token, rotated.stdout.trim()])
      expect((await get(baseUrl, "/v2/locations", one)).status).toBe(200);
    expect(await repute(["token", "rotate", "--id", String(id), "--overlap", "soon"], { env })).toMatchObject({
      code: 2,
    });
  });

  it("does not authenticate while its account is disabled", async () => {
    await account();
    const { env, serve } = workspace();
    const { token } = await create("--kind", "api-token");
    const { baseUrl } = await serve();
    await reputeJson(["account", "disable", "--key", "acme"], env);
    expect((await get(baseUrl, "/v2/locations", token)).status).toBe(401);
  });

  it("has the time of its last use", async () => {
    await account();
    const { env, serve } = workspace();
    const { token } = await create("--kind", "api-token");
    const { baseUrl, running } = await serve();
    await get(baseUrl, "/v2/locations", token);
    running.signal("SIGTERM");
    await running.ended;
    const { items } = await reputeJson<{ items: { last_used_at: string | null }[] }>(
      ["token", "list", "--account", "acme"],
      env,
    );
    expect(items[0]?.last_used_at).toMatch(/^\d{4}-/);
  });

  it.each([
    [["token", "create", "--account", "nobody", "--kind", "api-token"], 'No account has the key "nobody".'],
    [
      ["token", "create", "--account", "acme", "--kind", "api-token", "--expires", "2020-01-01"],
      "The token's expiry must be in the future.",
    ],
    [["token", "list", "--account", "nobody"], 'No account has the key "nobody".'],
    [["token", "revoke", "--id", "999"], "No token has the id 999."],
  ])("is not created, listed or revoked by the invalid command %j", async (args, message) => {
    await account();
    expect(await repute(args, { env: workspace().env })).toEqual({
      code: 1,
      stdout: "",
      stderr: `error: ${message}\n`,
    });
  });
});

describe.each(engines)("a token that expires on %s", (engine) => {
  const workspace = freshWorkspace(engine);
  let opened: Composition;
  afterEach(() => opened.close());

  it("does not authenticate from that time on", async () => {
    let now = Date.UTC(2026, 2, 1) as Instant;
    opened = await compose(readConfig(workspace().env), { replace: { clock: () => now } });
    const { domain, app } = opened;
    const { id } = await domain.accounts.create({ key: "acme", name: "Acme" });
    const expiresAt = (now + 60_000) as Instant;
    const { token } = await domain.access.createToken(id, { kind: "account-key", expiresAt });
    const server = createServer(app).listen(0, "127.0.0.1");
    await once(server, "listening");
    const status = async () =>
      (await get(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, "/v1/locations", token)).status;

    expect(await status()).toBe(200);
    now = (expiresAt - 1) as Instant;
    expect(await status()).toBe(200);
    now = expiresAt;
    expect(await status()).toBe(401);
    server.closeAllConnections();
    server.close();
  });
});
