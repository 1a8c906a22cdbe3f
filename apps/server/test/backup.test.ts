import { copyFile, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { repute, reputeJson } from "./support/command-line.js";
import { items } from "./support/http.js";
import { aReview, practiceLines } from "./support/practice.js";
import { freshWorkspace } from "./support/workspace.js";

type Env = Readonly<Record<string, string | undefined>>;

describe("repute backup and restore", () => {
  const workspace = freshWorkspace();

  const databaseOf = (env: Env) => (env["DATABASE_URL"] ?? "").replace("sqlite:", "");
  const beside = (env: Env, name: string) => join(dirname(databaseOf(env)), name);
  const failure = async (args: readonly string[], env: Env) => {
    const { code, stderr } = await repute(args, { env });
    return `${code} ${stderr}`;
  };

  async function practice() {
    const { env, bundle, serve } = workspace();
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], env);
    const load = async (...ids: number[]) => {
      const reviews = ids.map((id) => aReview(id, "2026-03-01T17:05:00Z"));
      await reputeJson(["load", "--account", "acme", await bundle([...practiceLines, ...reviews])], env);
    };
    const create = ["token", "create", "--account", "acme", "--kind", "api-token"];
    const { token } = await reputeJson<{ token: string }>(create, env);
    return { env, load, token, serve };
  }

  it("restore the data of the backup, and keep the replaced database", async () => {
    const { env, load, token, serve } = await practice();
    await load(1);
    const file = beside(env, "copies/one.db");
    expect(await reputeJson(["backup", file], env)).toEqual({ file, bytes: (await stat(file)).size });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await load(2, 3);

    const restored = await reputeJson<Record<string, string>>(["restore", file, "--replace"], env);
    expect(restored).toMatchObject({
      file: databaseOf(env),
      kept: expect.stringMatching(/before-restore-\d{8}T\d{6}Z$/),
    });
    const { baseUrl } = await serve();
    expect(await items(baseUrl, "/v2/reviews", token)).toHaveLength(1);
    const previousEnv = { ...env, DATABASE_URL: `sqlite:${restored["kept"]}` };
    expect(await reputeJson(["rebuild"], previousEnv)).toMatchObject({ items: [{ account: "acme", reviews: 3 }] });
  });

  it("copy a database while a server writes to it, and reject a restore over it", async () => {
    const { env, load, token, serve } = await practice();
    await load(1);
    const { baseUrl } = await serve();
    expect(await items(baseUrl, "/v2/reviews", token)).toHaveLength(1);
    const writing = load(2);
    const file = beside(env, "busy.db");
    await reputeJson(["backup", file], env);
    await writing;
    expect(await failure(["restore", file, "--replace"], env)).toBe(
      `1 error: ${databaseOf(env)} is in use; stop the server first.\n`,
    );
    expect(await items(baseUrl, "/v2/reviews", token)).toHaveLength(2);
    const elsewhere = { ...env, DATABASE_URL: `sqlite:${beside(env, "new/place.db")}` };
    expect(await reputeJson(["restore", file], elsewhere)).toMatchObject({ kept: null });
  });

  it("write a backup into a folder, and keep the newest with --keep, even if the clock was wrong", async () => {
    const { env } = await practice();
    const folder = `${beside(env, "copies")}/`;
    const first = await reputeJson<{ file: string }>(["backup", folder], env);
    expect(first.file).toMatch(/copies\/repute-\d{4}-\d\d-\d\dT\d{6}Z\.db$/);
    const [older, newer] = ["repute-2026-01-01T023000Z.db", "repute-9999-01-01T023000Z.db"];
    for (const name of [older, newer, "mine.db"]) await copyFile(first.file, join(folder, name));
    await copyFile(first.file, join(folder, "repute-2026-01-02T023000Z.db"));
    await rm(first.file);
    const last = await reputeJson<{ file: string; deleted: string[] }>(["backup", folder, "--keep", "2"], env);
    expect(last.deleted).toEqual([join(folder, older), join(folder, "repute-2026-01-02T023000Z.db")]);
    expect((await readdir(folder)).sort()).toEqual(["mine.db", last.file.split("/").at(-1), newer].sort());
    const only = await reputeJson<{ file: string }>(["backup", folder, "--keep", "1", "--replace"], env);
    expect((await readdir(folder)).sort()).toEqual(["mine.db", only.file.split("/").at(-1)].sort());
    expect(await failure(["backup", join(folder, "one.db"), "--keep", "2"], env)).toMatch(/^2 .*--keep with a folder/);
    expect(await failure(["backup", folder, "--keep", "0"], env)).toMatch(/^2 .*positive integer/);
  });

  it("reject a damaged, foreign or missing backup and leave the database unchanged", async () => {
    const { env, load } = await practice();
    await load(1);
    const file = beside(env, "one.db");
    await reputeJson(["backup", file], env);
    const { size } = await stat(file);
    const [half, short, garbage] = ["half.db", "short.db", "garbage.db"].map((name) => beside(env, name)) as [
      string,
      string,
      string,
    ];
    await copyFile(file, half);
    await truncate(half, Math.floor(size / 2));
    await copyFile(file, short);
    await truncate(short, 50);
    await writeFile(garbage, "this is no database, only a text that is long enough to be looked at".repeat(40));
    const before = await readFile(databaseOf(env));
    for (const bad of [half, short, garbage]) {
      expect(await failure(["restore", bad, "--replace"], env)).toMatch(
        /^1 error: .*(is damaged|is not a database file, or it is damaged|is a database of another program).*\n$/,
      );
    }
    expect(await failure(["restore", beside(env, "none.db")], env)).toBe(
      `1 error: There is no database at ${beside(env, "none.db")}.\n`,
    );
    expect((await readFile(databaseOf(env))).equals(before)).toBe(true);
    expect((await readdir(dirname(databaseOf(env)))).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  it("verify a database or a backup, and suggest repute restore for a damaged one", async () => {
    const { env, load } = await practice();
    await load(1);
    const file = beside(env, "one.db");
    await reputeJson(["backup", file], env);
    for (const [args, checked] of [
      [["verify"], databaseOf(env)],
      [["verify", file], file],
    ] as const) {
      expect(await reputeJson(args, env)).toEqual({ file: checked, bytes: (await stat(checked)).size, sound: true });
    }
    await truncate(file, Math.floor((await stat(file)).size / 2));
    expect(await failure(["verify", file], env)).toMatch(/^1 error: \S+one\.db is damaged.*"repute restore".*\n$/);
  });

  it("replace a damaged database", async () => {
    const { env, load } = await practice();
    await load(1);
    const file = beside(env, "one.db");
    await reputeJson(["backup", file], env);
    await writeFile(databaseOf(env), "damaged");
    await reputeJson(["restore", file, "--replace"], env);
    expect(await reputeJson(["rebuild"], env)).toMatchObject({ items: [{ account: "acme", reviews: 1 }] });
  });

  it("do not overwrite a file without --replace, and report files that cannot be written", async () => {
    const { env } = await practice();
    const file = beside(env, "one.db");
    await writeFile(file, "precious");
    expect(await failure(["backup", file], env)).toBe(
      `1 error: ${file} already exists; add --replace to overwrite the file, or choose another file.\n`,
    );
    expect(await readFile(file, "utf8")).toBe("precious");
    await reputeJson(["backup", file, "--replace"], env);
    expect(await failure(["restore", file], env)).toContain(`${databaseOf(env)} already exists; add --replace`);
    expect(await failure(["backup", join(file, "below.db")], env)).toMatch(
      /^1 error: Cannot write .* \(E(NOTDIR|EXIST)\).*\n$/,
    );
    const nowhere = { ...env, DATABASE_URL: `sqlite:${beside(env, "nowhere.db")}` };
    expect(await failure(["backup", beside(env, "two.db")], nowhere)).toBe(
      `1 error: There is no database at ${beside(env, "nowhere.db")}.\n`,
    );
  });
});
