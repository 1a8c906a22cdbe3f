import { copyFileSync, existsSync, linkSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { invalid, unavailable } from "@repute/domain";
import Database from "better-sqlite3";
import { databaseFile } from "../database/database-url.js";
import { forgetEpochs } from "./forget-epochs.js";
import { makeFolder } from "./make-folder.js";
import { whileClosed } from "./open-mark.js";
import { placeNew, replaceBy, writeWhole, type WrittenFile } from "./part-file.js";
import { isBusy, isDamage } from "./sqlite-failure.js";
import { noDatabaseAt, verifyFile } from "./verify-file.js";

/** Result of a restore. `previousFile` is the new path of the replaced database file, if there was one. */
export type RestoredFile = WrittenFile & { readonly previousFile: string | undefined };

/**
 * Restores a SQLite database from a backup.
 * The backup is copied and verified first, so a damaged backup changes nothing.
 * The restored database has no epochs, so earlier change cursors expire.
 * An existing database is replaced only if `replace` is true and no process has it open.
 * The old file stays in the same folder, with the suffix `stamp`.
 */
export function restoreDatabase(url: string, from: string, replace: boolean, stamp: string): RestoredFile {
  const backup = resolve(from);
  const file = resolve(databaseFile(url));
  if (!existsSync(backup)) throw noDatabaseAt(backup);
  const previousFile = existsSync(file) ? `${file}.${stamp}` : undefined;
  if (previousFile !== undefined && !replace) throw fileExists(file);
  const write = (part: string) => {
    copyFileSync(backup, part);
    verifyFile(part, backup);
    forgetEpochs(part);
  };
  const place = (part: string) =>
    withExclusiveAccess(file, () => {
      if (previousFile === undefined) return placeNew(part, file);
      setAside(file, previousFile);
      replaceBy(part, file);
    });
  return { ...writeWhole(file, write, place), previousFile };
}

const fileExists = (file: string) =>
  invalid(
    "file_exists",
    `${file} already exists; add --replace to replace the file (the old file is kept in the same folder), or set DATABASE_URL to another file`,
  );

function withExclusiveAccess(file: string, work: () => void): void {
  try {
    makeFolder(dirname(file));
    whileClosed(file, work);
  } catch (error) {
    throw isBusy(error) ? unavailable("database_in_use", `${file} is in use; stop the server first`) : error;
  }
}

/**
 * Adds a second name to the old database file, so that the original path always exists.
 * Removes the old log, because SQLite would apply it to the new file.
 */
function setAside(file: string, previousFile: string): void {
  closeLog(file);
  linkSync(file, previousFile);
  for (const ending of ["-wal", "-shm"]) rmSync(file + ending, { force: true });
}

/**
 * Checkpoints and removes the write-ahead log by leaving WAL mode.
 * This requires exclusive access, so it fails while another program has the file open.
 */
function closeLog(file: string): void {
  try {
    const database = new Database(file, { fileMustExist: true, timeout: 0 });
    try {
      database.pragma("journal_mode = DELETE");
    } finally {
      database.close();
    }
  } catch (error) {
    // Ignore a damaged file. It is about to be replaced, and operators restore backups to replace damaged files.
    if (!isDamage(error)) throw error;
  }
}
