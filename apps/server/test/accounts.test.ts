import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import { repute, reputeJson } from "./support/command-line.js";
import { markedLines } from "./support/colliding-accounts.js";
import { engines, freshWorkspace } from "./support/workspace.js";

type Items = { items: Record<string, unknown>[] };

describe.each(engines)("repute account on %s", (engine) => {
  const workspace = freshWorkspace(engine);

  it("creates an account in a new database", async () => {
    const { env } = workspace();
    const created = await reputeJson(["account", "create", "--key", "acme", "--name", "Acme Dental"], env);
    const account = {
      id: expect.any(Number),
      key: "acme",
      name: "Acme Dental",
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
      disabled: false,
    };
    expect(created).toEqual(account);
    expect(await reputeJson(["account", "list"], env)).toEqual({ items: [account] });
  });

  it("disables and enables an account", async () => {
    const { env } = workspace();
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme Dental"], env);
    expect(await reputeJson(["account", "disable", "--key", "acme"], env)).toMatchObject({ disabled: true });
    expect((await reputeJson<Items>(["account", "list"], env)).items[0]).toMatchObject({ disabled: true });
    expect(await reputeJson(["account", "enable", "--key", "acme"], env)).toMatchObject({ disabled: false });
    expect((await reputeJson<Items>(["account", "list"], env)).items[0]).toMatchObject({ disabled: false });
  });

  it("exports an account to a file that gives the same account elsewhere", async () => {
    const { env, folder, bundle } = workspace();
    for (const key of ["acme", "zenith"]) await reputeJson(["account", "create", "--key", key, "--name", key], env);
    await reputeJson(["load", "--account", "acme", await bundle(markedLines("ours", 7))], env);
    const [packed, plain] = [join(folder, "acme.ndjson.gz"), join(folder, "acme.ndjson")];
    const report = await reputeJson(["account", "export", "--key", "acme", packed], env);
    expect(report).toMatchObject({ kinds: { review: 2, call: 1 }, omitted: {}, erased: 0, problems: [] });
    expect((await stat(packed)).mode & 0o777).toBe(0o600);
    await reputeJson(["load", "--account", "zenith", packed], env);
    const again = await repute(["account", "export", "--key", "zenith", "-"], { env });
    expect(again.stdout).toBe(gunzipSync(await readFile(packed)).toString());
    expect(again.stderr).toMatch(/review +2\n[^]*A bundle contains no users' passwords/);
    const refused = await repute(["account", "export", "--key", "nobody", plain], { env });
    expect(refused).toMatchObject({ code: 1, stderr: 'error: No account has the key "nobody".\n' });
    expect((await readdir(folder)).filter((name) => name.startsWith("acme"))).toEqual(["acme.ndjson.gz"]);
  });

  it("lists accounts as a table", async () => {
    const { env } = workspace();
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme Dental"], env);
    const { stdout } = await repute(["account", "list"], { env });
    expect(stdout).toMatch(/^key {3}name +created +state\nacme {2}Acme Dental {2}\S+ {2}enabled\n$/);
  });

  it("prints one line if a key is already in use", async () => {
    const { env } = workspace();
    const create = ["account", "create", "--key", "acme", "--name", "Acme Dental"];
    await reputeJson(create, env);
    expect(await repute(create, { env })).toEqual({
      code: 1,
      stdout: "",
      stderr: 'error: An account already has the key "acme".\n',
    });
  });

  it("prints a failure as JSON with --json", async () => {
    const { env } = workspace();
    await reputeJson(["migrate"], env);
    const { code, stdout, stderr } = await repute(["account", "disable", "--key", "nobody", "--json"], { env });
    const message = 'No account has the key "nobody".';
    expect({ code, stderr }).toEqual({ code: 1, stderr: `error: ${message}\n` });
    expect(JSON.parse(stdout)).toEqual({ error: { code: "account_not_found", message, errors: [] } });
  });

  it.each([
    [["--key", "Acme", "--name", "Acme"], "The account key must have"],
    [["--key", "acme", "--name", " "], "The account name must not be empty"],
    [["--key", "acme", "--name", "Acme", "--time-zone", "Mars/Base"], "The time zone must be an IANA name"],
  ])("rejects %j in one line", async (options, expected) => {
    const { env } = workspace();
    const { code, stderr } = await repute(["account", "create", ...options], { env });
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^error: ${expected}.*\n$`));
  });
});
