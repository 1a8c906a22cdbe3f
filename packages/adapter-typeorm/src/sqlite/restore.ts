import { copyFileSync, existsSync, linkSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { invalid, unavailable } from "@repute/domain";
import Database from "better-sqlite3";
import { databaseFile } from "../database-url.js";
import { makeFolder } from "./make-folder.js";
import { whileClosed } from "./open-mark.js";
import type { WrittenFile } from "./part-file.js";
import { placeAnew, replaceBy, writeWhole } from "./part-file.js";
import { isBusy, isDamage } from "./sqlite-failure.js";
import { noDatabaseAt, verifyFile } from "./verify-file.js";

/** A restored database, and where the one that it replaced is kept. */
export type RestoredFile = WrittenFile & { readonly kept: string | undefined };

/**
 * Puts a backup in the place of an embedded database. The backup is copied and checked first; one that is damaged
 * changes nothing. A database that is there is replaced only when `replace` says so, never while anybody has it open, however
 * damaged it is, and is kept beside under the name that ends in `stamp`.
 */
export function restoreDatabase(url: string, from: string, replace: boolean, stamp: string): RestoredFile {
  const backup = resolve(from);
  const file = resolve(databaseFile(url));
  if (!existsSync(backup)) throw noDatabaseAt(backup);
  const kept = existsSync(file) ? `${file}.${stamp}` : undefined;
  if (kept !== undefined && !replace) throw takenPlace(file);
  const write = (part: string) => {
    copyFileSync(backup, part);
    verifyFile(part, backup);
  };
  const place = (part: string) =>
    whileNobodyUses(file, () => {
      if (kept === undefined) return placeAnew(part, file);
      setAside(file, kept);
      replaceBy(part, file);
    });
  return { ...writeWhole(file, write, place), kept };
}

const takenPlace = (file: string) =>
  invalid(
    "file_exists",
    `${file} already exists; add --replace to replace the file (the old file is kept in the same folder), or set DATABASE_URL to another file`,
  );

function whileNobodyUses(file: string, work: () => void): void {
  try {
    makeFolder(dirname(file));
    whileClosed(file, work);
  } catch (error) {
    throw isBusy(error) ? unavailable("database_in_use", `${file} is in use; stop the server first`) : error;
  }
}

/** Gives the old file a second name, so that the place is never empty; its log must not be played back into the new one. */
function setAside(file: string, kept: string): void {
  closeLog(file);
  linkSync(file, kept);
  for (const ending of ["-wal", "-shm"]) rmSync(file + ending, { force: true });
}

/** Leaving WAL mode writes the log back and takes the file alone, which fails while any other program has it open. */
function closeLog(file: string): void {
  try {
    const database = new Database(file, { fileMustExist: true, timeout: 0 });
    try {
      database.pragma("journal_mode = DELETE");
    } finally {
      database.close();
    }
  } catch (error) {
    // What is too damaged to be opened is what a backup is restored for.
    if (!isDamage(error)) throw error;
  }
}
