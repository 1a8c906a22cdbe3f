import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type TestDatabase, testDatabase, testServer } from "@repute/adapter-typeorm/testing";
import { begin, failureLine, repute, reputeJson } from "./support/command-line.js";
import { get } from "./support/http.js";
import { tokenKeys } from "./support/workspace.js";

const allowed = { ALLOW_SUPERUSER: "on" };
const refusal = /^error: row-level security does not separate .* is a superuser; .*ALLOW_SUPERUSER=on.*\n$/;
const warning =
  "warning: row-level security does not separate the accounts, because the role in the database URL is a superuser\n";

(testServer() === undefined ? describe.skip : describe)("a superuser in DATABASE_URL", () => {
  let own: TestDatabase;
  let env: Record<string, string>;
  beforeAll(async () => {
    own = await testDatabase("blank");
    env = { DATABASE_URL: own.superuserUrl, TOKEN_KEYS: tokenKeys, PORT: "0" };
  });
  afterAll(() => own.drop());

  it("is named by migrate, which migrates", async () => {
    expect(await repute(["migrate"], { env })).toMatchObject({ code: 0, stderr: warning });
    expect(await repute(["migrate", "--json"], { env })).toMatchObject({ code: 0, stdout: '{"applied":[]}\n' });
  });

  it("is refused by serve, config check and commands that use the data", async () => {
    const create = ["account", "create", "--key", "acme", "--name", "Acme"];
    for (const args of [["serve"], ["config", "check"], ["account", "list"], create]) {
      const { code, stderr } = await repute(args, { env });
      expect([args, code, failureLine(stderr)]).toEqual([args, 1, expect.stringMatching(refusal)]);
    }
    expect(await own.query("SELECT FROM accounts")).toEqual([]);
  });

  it("is a warning with ALLOW_SUPERUSER=on", async () => {
    const permitted = { ...env, ...allowed };
    expect(await repute(["account", "list"], { env: permitted })).toMatchObject({ code: 0, stderr: warning });
    expect((await repute(["config", "check"], { env: permitted })).stdout).toContain(warning);
    const running = begin(["serve"], { env: permitted });
    await running.printed(/"level":"warn".*is a superuser/);
    const [, baseUrl = ""] = await running.printed(/(http:\/\/127\.0\.0\.1:\d+)/);
    expect((await get(baseUrl, "/readyz")).status).toBe(200);
    running.signal("SIGTERM");
    await running.ended;
  });

  it("is not reported for the server's own role, and not known while the database cannot be reached", async () => {
    const settings = { ...env, DATABASE_URL: own.url };
    expect(await reputeJson(["config", "check"], settings)).toMatchObject({ warnings: [] });
    const away = Object.assign(new URL(own.url), { port: "1" }).href;
    expect(await reputeJson(["config", "check"], { ...settings, DATABASE_URL: away })).toMatchObject({
      warnings: [expect.stringMatching(/^the role in the database URL was not checked: .*cannot be reached/)],
    });
  });
});
