import { chmodSync, closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { invalid } from "@repute/domain";
import Database from "better-sqlite3";
import { databaseUnwritable } from "../database-errors.js";
import { databaseFile } from "../database-url.js";
import { makeFolder } from "./make-folder.js";
import { noDatabaseAt, verifyFile } from "./verify-file.js";

/** A file that was written: where it is, and how many bytes it has. */
export type WrittenFile = { readonly file: string; readonly bytes: number };

/**
 * Writes a consistent copy of an embedded database, also while it is in use, and checks it before it gets its name:
 * a file of that name is always whole. Refuses to write over a file unless `replace` says so.
 */
export function backupDatabase(url: string, to: string, replace = false): WrittenFile {
  const source = databaseFile(url);
  const target = resolve(to);
  if (!existsSync(source)) throw noDatabaseAt(source);
  if (existsSync(target) && !replace) throw alreadyThere(target);
  const part = `${target}.part`;
  try {
    makeFolder(dirname(target));
    rmSync(part, { force: true });
    copy(source, part);
    verifyFile(part, target);
    putInPlace(part, target);
  } catch (error) {
    if (existsSync(part)) rmSync(part);
    throw isRefusalToWrite(error) ? databaseUnwritable(target, error) : error;
  }
  return { file: target, bytes: statSync(target).size };
}

/** Refuses to write over a file that nobody said may be replaced. */
const alreadyThere = (file: string) =>
  invalid("file_exists", `${file} is there already; add --replace to write over it, or name another file`);

/** Gives a finished file its name for good: its bytes are on the disk first, and only its owner may read them. */
export function putInPlace(part: string, target: string): void {
  chmodSync(part, 0o600);
  sync(part);
  renameSync(part, target);
  sync(dirname(target));
}

/** One statement reads one state, whatever is written meanwhile. */
function copy(source: string, part: string): void {
  const database = new Database(source, { readonly: true, fileMustExist: true, timeout: 5_000 });
  try {
    database.prepare("VACUUM INTO ?").run(part);
  } finally {
    database.close();
  }
}

function sync(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Whether the folder or the disk would not take a file. */
export const isRefusalToWrite = (error: unknown): boolean =>
  typeof error === "object" &&
  error !== null &&
  "code" in error &&
  /^(E(ACCES|PERM|ROFS|NOSPC|NOTDIR|NOENT|EXIST|ISDIR)|SQLITE_(CANTOPEN|FULL|IOERR|READONLY))/.test(String(error.code));
