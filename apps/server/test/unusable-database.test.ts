import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "@jest/globals";
import Database from "better-sqlite3";
import { begin, repute, reputeJson } from "./support/command-line.js";
import { get } from "./support/http.js";
import { engines, freshWorkspace } from "./support/workspace.js";

describe("a SQLite database with a missing file", () => {
  const workspace = freshWorkspace("SQLite", "blank");
  let file: string;
  beforeEach(() => {
    file = join(workspace().folder, "repute.db");
  });
  const refused = async (args: readonly string[]) => {
    const { code, stderr } = await repute(args, { env: workspace().env, watched: true });
    return { code, stderr };
  };
  const refusal = (left: string, way: string) => ({
    code: 1,
    stderr:
      `error: The database file ${file} is missing, but the file repute.db${left} in the same folder shows that the database existed; ` +
      `restore a backup with \`repute restore\`, or create a new database with \`${way}\`.\n`,
  });

  it.each([".lock", ".token-keys", "-wal"])("is not created again while %s is beside it", async (left) => {
    await writeFile(file + left, "");
    expect(await refused(["serve"])).toEqual(refusal(left, "repute serve --create"));
    expect(existsSync(file)).toBe(false);
  });

  it("is not created again by other commands", async () => {
    await writeFile(`${file}.lock`, "");
    const way = "repute migrate --create";
    expect(await refused(["migrate"])).toEqual(refusal(".lock", way));
    expect(await refused(["account", "create", "--key", "acme", "--name", "Acme"])).toEqual(refusal(".lock", way));
    expect(await refused(["account", "list"])).toEqual(refusal(".lock", way));
    expect(existsSync(file)).toBe(false);
  });

  it("is created with --create, and the creation is logged", async () => {
    const { running } = await workspace().serve();
    running.signal("SIGTERM");
    await running.ended;
    await rm(file);
    const { baseUrl, running: again } = await workspace().serve(["serve", "--create"]);
    expect((await get(baseUrl, "/readyz")).status).toBe(200);
    await again.printed(new RegExp(`"Created database ${file}`));
  });
});

describe.each(engines)("a new database on %s", (engine) => {
  const workspace = freshWorkspace(engine, "blank");

  it("is created at the first start without --create, and the creation is logged", async () => {
    const { running } = await workspace().serve();
    await running.printed(/"Created database .*repute/);
    running.signal("SIGTERM");
    await running.ended;
    const again = begin(["serve"], { env: workspace().env });
    await again.printed(/Listening/);
    again.signal("SIGTERM");
    expect((await again.ended).stdout).not.toMatch(/Created|Migrated/);
  });
});

describe("a server whose database file is deleted", () => {
  const workspace = freshWorkspace();

  it("returns an error instead of storing data in the deleted file", async () => {
    const { env, serve } = workspace();
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], env);
    const create = ["token", "create", "--account", "acme", "--kind", "web-forms"];
    const { token } = await reputeJson<{ token: string }>(create, env);
    const { baseUrl } = await serve();
    const submission = {
      submission_date: "2026-03-02T17:05:00Z",
      scct_parameter: "s-1",
      phone_number: "+18015550142",
      conversion_type: "Online",
      patient_name: "Cal Reed",
    };
    const upload = async () => {
      const response = await fetch(`${baseUrl}/v1/online-submissions/upload`, {
        method: "POST",
        headers: { "api-token": token, "Content-Type": "application/json" },
        body: JSON.stringify(submission),
      });
      return { status: response.status, body: (await response.json()) as { readonly code?: string } };
    };
    expect((await upload()).status).toBe(201);
    expect((await get(baseUrl, "/readyz")).status).toBe(200);

    await rm((env["DATABASE_URL"] ?? "").replace("sqlite:", ""));

    expect(await upload()).toMatchObject({ status: 503, body: { code: "database_replaced" } });
    expect((await get(baseUrl, "/readyz")).status).toBe(503);
  });
});

const accountList = ["account", "list"];

describe.each(engines)("a database without tables on %s", (engine) => {
  const workspace = freshWorkspace(engine, "blank");

  it("is not migrated by commands that read or change existing data", async () => {
    const { env, folder } = workspace();
    if (engine === "SQLite") new Database(join(folder, "repute.db")).pragma("application_id = 1383101541");
    for (const args of [accountList, ["token", "list", "--account", "acme"], ["rebuild"]]) {
      const { code, stderr } = await repute(args, { env });
      expect([code, stderr]).toEqual([
        1,
        "error: The database has no tables yet; run `repute migrate` or start the server.\n",
      ]);
    }
    const { applied } = await reputeJson<{ applied: string[] }>(["migrate"], env);
    expect(applied[0]).toMatch(/^FirstRelease/);
  });
});
