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
import { databaseUnwritable } from "../database-errors.js";
import { makeFile } from "./make-file.js";
import { makeFolder } from "./make-folder.js";

/** A file that was written: where it is, and how many bytes it has. */
export type WrittenFile = { readonly file: string; readonly bytes: number };

/**
 * Writes a file under a name of its own beside its target, which only its owner may read from its first byte on; once it is
 * whole and on the disk it gets the target's name. Nothing is left of it when `write` or `place` throws. What a process that
 * was killed left in the same folder is removed once it is a day old.
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
/** In milliseconds; a part that is being written is younger. */
const day = 86_400_000;

function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder).filter((one) => partName.test(one))) {
    const part = join(folder, name);
    const written = statSync(part, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (Date.now() - written > day) rmSync(part, { force: true });
  }
}

/** Gives a part the target's name, and takes that name from whatever file has it. */
export const replaceBy = (part: string, target: string): void => renameSync(part, target);

/** Gives a part the target's name unless a file has it: of several that want it, one gets it. */
export function placeAnew(part: string, target: string): void {
  try {
    linkSync(part, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw alreadyThere(target);
    throw error;
  }
}

/** Refuses to write over a file that nobody said may be replaced. */
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

/** Whether the folder or the disk would not take a file. */
const isRefusalToWrite = (error: unknown): boolean =>
  typeof error === "object" &&
  error !== null &&
  "code" in error &&
  /^(E(ACCES|PERM|ROFS|NOSPC|NOTDIR|NOENT|EXIST|ISDIR)|SQLITE_(CANTOPEN|FULL|IOERR|READONLY))/.test(String(error.code));
