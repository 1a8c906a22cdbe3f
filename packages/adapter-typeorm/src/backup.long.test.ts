import { execFile } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "@jest/globals";
import { freshDatabase } from "../test/fresh-database.js";
import { temporaryFolder } from "../test/temporary-folder.js";
import { verifyDatabase } from "./backup.js";

const run = promisify(execFile);
const sources = ["--conditions=@repute/source", "--require", require.resolve("../../../test/from-sources.cjs")];
const main = resolve(__dirname, "backup.ts");

/** Runs a backup in a separate process. */
async function inProcess(url: string, to: string, replace: boolean): Promise<void> {
  const code = `require(${JSON.stringify(main)}).backupDatabase(...${JSON.stringify([url, to, replace])})`;
  await run(process.execPath, [...sources, "-e", code]);
}

describe("concurrent backups by several processes", () => {
  const open = freshDatabase();

  it.each([false, true])("write one complete file at the same path (replace: %s)", async (replace) => {
    const folder = temporaryFolder();
    const url = `sqlite:${open.file}`;
    const settled = await Promise.allSettled([1, 2, 3].map(() => inProcess(url, folder.file, replace)));
    const refused = settled.flatMap((one) => (one.status === "rejected" ? [(one.reason as Error).message] : []));
    expect(refused).toHaveLength(replace ? 0 : 2);
    for (const message of refused) expect(message).toContain("already exists");
    expect(readdirSync(folder.path)).toEqual(["test.db"]);
    expect(verifyDatabase(url, folder.file)).toEqual({ file: folder.file, bytes: statSync(folder.file).size });
    folder.remove();
  });
});
