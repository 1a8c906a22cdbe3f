import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { invalid } from "@repute/domain";
import { databaseUnwritable } from "../database/database-errors.js";
import { makeFile } from "./make-file.js";
import { makeFolder } from "./make-folder.js";

/** Path of a written file, and its size in bytes. */
export type WrittenFile = { readonly file: string; readonly bytes: number };

/**
 * Writes a file under a temporary name, and renames it when it is complete. Only the owner can access the file.
 * After the file was synced to disk, `place` gives it its final name.
 * If `write` or `place` throws, the temporary file is removed.
 * Temporary files of killed processes are removed from the folder after one day.
 */
export function writeWhole(target: string, write: (part: string) => void, place: (part: string) => void): WrittenFile {
  const part = `${target}.${randomBytes(6).toString("hex")}.part`;
  try {
    makeFolder(dirname(target));
    removeAbandoned(dirname(target));
    makeFile(part);
    write(part);
    sync(part);
    place(part);
    sync(dirname(target));
  } catch (error) {
    throw isRefusalToWrite(error) ? databaseUnwritable(target, error) : error;
  } finally {
    if (existsSync(part)) rmSync(part);
  }
  return { file: target, bytes: statSync(target).size };
}

const partName = /\.[\da-f]{12}\.part(-journal)?$/;
/** Minimum age of abandoned temporary files before they are removed, in milliseconds. */
const day = 86_400_000;

function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder).filter((one) => partName.test(one))) {
    const part = join(folder, name);
    const written = statSync(part, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (Date.now() - written > day) rmSync(part, { force: true });
  }
}

/** Renames a temporary file to the target, and replaces any existing file. */
export const replaceBy = (part: string, target: string): void => renameSync(part, target);

/**
 * Gives a temporary file the name of the target. Throws `file_exists` if the target exists.
 * If several processes use the same target concurrently, only one succeeds.
 */
export function placeNew(part: string, target: string): void {
  try {
    linkSync(part, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw alreadyThere(target);
    throw error;
  }
}

export const alreadyThere = (file: string) =>
  invalid("file_exists", `${file} already exists; add --replace to overwrite the file, or choose another file`);

function sync(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

const isRefusalToWrite = (error: unknown): boolean =>
  typeof error === "object" &&
  error !== null &&
  "code" in error &&
  /^(E(ACCES|PERM|ROFS|NOSPC|NOTDIR|NOENT|EXIST|ISDIR)|SQLITE_(CANTOPEN|FULL|IOERR|READONLY))/.test(String(error.code));
