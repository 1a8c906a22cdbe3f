import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import Database from "better-sqlite3";
import { repute, reputeJson } from "./support/command-line.js";
import { engines, freshWorkspace } from "./support/workspace.js";

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
