import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../open-database.js";

let template: Promise<Buffer> | undefined;

/**
 * Creates a SQLite file with all migrations applied. Only the first file is migrated.
 * Further files are copies, which is many times faster.
 */
export async function migratedFile(file: string): Promise<void> {
  template ??= makeTemplate();
  writeFileSync(file, await template, { mode: 0o600 });
}

/**
 * Returns the content of the migrated template file.
 * All test files of a run share this file, because Jest reloads this module for each test file.
 */
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

/** Creates the template file. If two processes create it concurrently, either result is valid. */
async function makeFile(file: string): Promise<void> {
  const unfinished = `${file}.${process.pid}`;
  await (await openDatabase({ url: `sqlite:${unfinished}`, migrate: true })).close();
  renameSync(unfinished, file);
}
