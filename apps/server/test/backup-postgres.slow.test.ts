import { mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { postgresPrograms, type TestDatabase, testDatabase, testServer } from "@repute/adapter-typeorm/testing";
import { repute, reputeJson } from "./support/command-line.js";
import { items } from "./support/http.js";
import { aReview, practiceLines } from "./support/practice.js";
import { freshWorkspace } from "./support/workspace.js";

const programs = postgresPrograms();
type Env = Readonly<Record<string, string | undefined>>;

(testServer() === undefined || programs === undefined ? describe.skip : describe)("repute backup on PostgreSQL", () => {
  const workspace = freshWorkspace("PostgreSQL");
  let restored: TestDatabase;
  let role: string;
  const withUser = (url: string, username: string, password: string) =>
    Object.assign(new URL(url), { username, password }).href;
  beforeAll(async () => {
    restored = await testDatabase("blank");
    role = `${new URL(restored.url).username}_backup`;
    await restored.query(`CREATE ROLE ${role} LOGIN PASSWORD 'hunter/2' BYPASSRLS; GRANT pg_read_all_data TO ${role}`);
  });
  afterAll(async () => {
    await restored.query(`DROP ROLE ${role}`);
    await restored.drop();
  });
  const backupEnv = (): Env => {
    const { env } = workspace();
    return { ...env, BACKUP_DATABASE_URL: withUser(env["DATABASE_URL"] ?? "", role, "hunter%2F2") };
  };

  it("writes a dump of all accounts, which pg_restore restores for the server", async () => {
    const { env, folder, bundle, serve } = workspace();
    const tokens: string[] = [];
    for (const key of ["acme", "zenith"]) {
      await reputeJson(["account", "create", "--key", key, "--name", key], env);
      const reviews = [1, 2].map((id) => aReview(id, "2026-03-01T17:05:00Z"));
      await reputeJson(["load", "--account", key, await bundle([...practiceLines, ...reviews])], env);
      const create = ["token", "create", "--account", key, "--kind", "api-token"];
      tokens.push((await reputeJson<{ token: string }>(create, env)).token);
    }
    const file = join(folder, "copies/one.dump");
    expect(await reputeJson(["backup", file], backupEnv())).toEqual({ file, bytes: statSync(file).size });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, "copies"))).toEqual(["one.dump"]);
    expect((await repute(["verify", file], { env })).stdout).toContain(`No damage found in ${file}`);

    const { hostname, port, pathname, username } = new URL(restored.migrationUrl);
    const target = ["-h", hostname, "-p", port, "-U", username, "--exit-on-error", "-d", pathname.slice(1)];
    const password = { ...process.env, PGPASSWORD: "test" };
    await promisify(execFile)(join(programs ?? "", "pg_restore"), [...target, file], { env: password });
    const { baseUrl } = await serve(["serve"], {
      DATABASE_URL: restored.url,
      MIGRATION_DATABASE_URL: restored.migrationUrl,
    });
    for (const token of tokens) expect(await items(baseUrl, "/v2/reviews", token)).toHaveLength(2);
  });

  it("refuses roles from which row-level security hides rows, and leaves no file", async () => {
    const { env, folder } = workspace();
    for (const url of [env["DATABASE_URL"], env["MIGRATION_DATABASE_URL"]]) {
      const { code, stderr } = await repute(["backup", join(folder, "one.dump")], {
        env: { ...env, DATABASE_URL: url },
      });
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(
          /^error: pg_dump failed: .*(row-level security|permission denied).*BACKUP_DATABASE_URL.*\n$/,
        ),
      ]);
      expect(readdirSync(folder)).toEqual([]);
    }
  });

  it("passes the password in no argument, and not to an unreachable server", async () => {
    const { folder } = workspace();
    const bin = join(folder, "bin");
    mkdirSync(bin);
    for (const name of ["pg_dump", "pg_restore"]) {
      const spy = `#!/bin/sh\necho "$0 $@" >>${folder}/arguments\nexec ${join(programs ?? "", name)} "$@"\n`;
      writeFileSync(join(bin, name), spy, { mode: 0o755 });
    }
    const { PATH } = process.env;
    process.env["PATH"] = `${bin}:${PATH}`;
    try {
      await reputeJson(["backup", join(folder, "one.dump")], backupEnv());
    } finally {
      process.env["PATH"] = PATH;
    }
    expect(readFileSync(join(folder, "arguments"), "utf8")).toMatch(/^\S+pg_dump (?!.*hunter).*\n\S+pg_restore .*\n$/);
    const BACKUP_DATABASE_URL = Object.assign(new URL(backupEnv()["BACKUP_DATABASE_URL"] ?? ""), { port: "1" }).href;
    const env = { ...workspace().env, BACKUP_DATABASE_URL };
    const { stderr } = await repute(["backup", join(folder, "two.dump")], { env });
    expect(stderr).toMatch(/^error: pg_dump failed: (?!.*hunter).*refused.*\n$/i);
  });

  it("verifies only dumps, and tells how to verify and to restore", async () => {
    for (const command of [["verify"], ["restore", "one.dump"]]) {
      const { code, stderr } = await repute(command, { env: backupEnv() });
      expect([code, stderr]).toEqual([
        1,
        "error: This command requires a SQLite database; with PostgreSQL, verify a dump by its file name, and restore it with pg_restore.\n",
      ]);
    }
  });

  it("finds damage in a dump", async () => {
    const { env, folder } = workspace();
    const file = join(folder, "one.dump");
    await reputeJson(["backup", file], backupEnv());
    truncateSync(file, statSync(file).size - 100);
    const { code, stderr } = await repute(["verify", file], { env });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: pg_restore failed: .*\n$/)]);
  });

  it("names the dumps in a folder after the time, and keeps the newest", async () => {
    const { folder } = workspace();
    const names = ["repute-2026-01-01T023000Z.dump", "repute-2026-01-02T023000Z.dump", "repute-2026-01-01T023000Z.db"];
    for (const name of [...names, "mine.dump"]) writeFileSync(join(folder, name), "");
    const { file, deleted } = await reputeJson<{ file: string; deleted: string[] }>(
      ["backup", folder, "--keep", "2"],
      backupEnv(),
    );
    expect(file).toMatch(/\/repute-\d{4}-\d\d-\d\dT\d{6}Z\.dump$/);
    expect(deleted).toEqual([join(folder, "repute-2026-01-01T023000Z.dump")]);
    expect(readdirSync(folder).sort()).toEqual(
      [
        "mine.dump",
        "repute-2026-01-01T023000Z.db",
        "repute-2026-01-02T023000Z.dump",
        file.slice(folder.length + 1),
      ].sort(),
    );
  });
});
