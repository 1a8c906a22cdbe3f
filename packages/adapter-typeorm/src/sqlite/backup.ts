import { existsSync } from "node:fs";
import { resolve } from "node:path";
import Database from "better-sqlite3";
import { databaseDamaged } from "../database/database-errors.js";
import { databaseFile } from "../database/database-url.js";
import { forgetEpochs } from "./forget-epochs.js";
import { alreadyThere, placeNew, replaceBy, writeWhole, type WrittenFile } from "./part-file.js";
import { isDamage, sqliteFailure } from "./sqlite-failure.js";
import { noDatabaseAt, verifyFile } from "./verify-file.js";

/**
 * Writes a consistent copy of a SQLite database, even while the database is in use.
 * The copy has no epochs, so change cursors expire after any kind of restore.
 * The copy gets its final name only after it was verified, so a file with this name is always complete.
 * Throws `file_exists` if the file exists and `replace` is false.
 * If several backups with the same name run concurrently without `replace`, only one of them succeeds.
 */
export function backupDatabase(url: string, to: string, replace = false): WrittenFile {
  const source = databaseFile(url);
  const target = resolve(to);
  if (!existsSync(source)) throw noDatabaseAt(source);
  if (existsSync(target) && !replace) throw alreadyThere(target);
  const write = (part: string) => {
    copy(source, part);
    forgetEpochs(part);
    verifyFile(part, source);
  };
  return writeWhole(target, write, (part) => (replace ? replaceBy : placeNew)(part, target));
}

/** Copies the database with a single statement. The statement reads one committed state, even during writes. */
function copy(source: string, part: string): void {
  try {
    const database = new Database(source, { readonly: true, fileMustExist: true, timeout: 5_000 });
    try {
      database.pragma("trusted_schema = OFF");
      database.prepare("VACUUM INTO ?").run(part);
    } finally {
      database.close();
    }
  } catch (error) {
    throw isDamage(error) ? databaseDamaged(error, source) : sqliteFailure(error);
  }
}
