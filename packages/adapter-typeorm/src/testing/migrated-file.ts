import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../open-database.js";

let template: Promise<Buffer> | undefined;

/**
 * Makes a SQLite file that is brought up to date already, which takes a fraction of the time that migrating takes: the
 * first one is migrated, all others are copies of it.
 */
export async function migratedFile(file: string): Promise<void> {
  template ??= makeTemplate();
  writeFileSync(file, await template, { mode: 0o600 });
}

/** Jest loads this module anew for every file of tests: in a run that has a folder, they share what lies in it. */
async function makeTemplate(): Promise<Buffer> {
  const shared = process.env["REPUTE_TEST_FOLDER"];
  const folder = shared ?? mkdtempSync(join(tmpdir(), "repute-template-"));
  const file = join(folder, "template.db");
  try {
    if (!existsSync(file)) await makeFile(file);
    return readFileSync(file);
  } finally {
    if (shared === undefined) rmSync(folder, { recursive: true });
  }
}

/** Two processes may make it at the same time: either one will do. */
async function makeFile(file: string): Promise<void> {
  const unfinished = `${file}.${process.pid}`;
  await (await openDatabase({ url: `sqlite:${unfinished}`, migrate: true })).close();
  renameSync(unfinished, file);
}
