import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, lstat, mkdir, open, rename } from "node:fs/promises";
import { join } from "node:path";
import { invalid, unavailable, type UploadKind } from "@repute/domain";
import { isSystemError } from "../terminal/failure.js";

/**
 * State of a file. Its name contains the state: a new file has its own name, a claimed file is `.TOKEN-NAME`, and a file
 * that was accepted as a load is `.ID-TOKEN-NAME`. The token is the idempotency key of the load.
 */
export type FileState = { readonly name: string; readonly token?: string; readonly id?: number };

export type WatchedFile = FileState & {
  readonly account: string;
  readonly kind: UploadKind;
  readonly folder: string;
};

/** Name of the file with the options of the files in a folder. */
export const optionsFile = "options.json";

/** Folders for files that left their folder. */
export const outcomes = ["done", "failed"] as const;
export type Outcome = (typeof outcomes)[number];

const stated = /^\.(?:([1-9]\d{0,14})-)?(\d{8}T\d{6}Z-[0-9a-f]{16})-(.+)$/s;

/** Matches names that programs give to files that they are still writing. */
const unfinished = /(?:~|\.(?:part|partial|filepart|tmp))$/i;

/** Reads the state of a file from its name. Returns `undefined` for a file that is not imported. */
export function stateOf(entry: string): FileState | undefined {
  const [, id, token, name = ""] = stated.exec(entry) ?? [];
  if (token !== undefined) return { name, token, ...(id !== undefined && { id: Number(id) }) };
  return entry.startsWith(".") || entry === optionsFile || unfinished.test(entry) ? undefined : { name: entry };
}

/** Returns the beginning of a file's name after its import. It does not contain the original name. */
export const prefixOf = ({ token, id }: FileState): string => [...(id === undefined ? [] : [id]), token].join("-");

export const pathOf = (file: WatchedFile): string =>
  join(file.folder, file.token === undefined ? file.name : `.${prefixOf(file)}-${file.name}`);

/** Renames a new file to its claimed name. Returns `undefined` if another process was faster. */
export async function claim(file: WatchedFile): Promise<WatchedFile | undefined> {
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, "");
  const claimed = await advance(file, { token: `${time}-${randomBytes(8).toString("hex")}` });
  // After a power failure, the file must not be new again, because it would be stored twice.
  if (claimed) await syncFolder(file.folder);
  return claimed;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Renames a file to its next state. Returns `undefined` if another process was faster. */
export async function advance(file: WatchedFile, next: Partial<FileState>): Promise<WatchedFile | undefined> {
  const advanced = { ...file, ...next };
  return (await moveTo(file, pathOf(advanced))) ? advanced : undefined;
}

/** Renames a file. Returns false if another process was faster. */
export async function moveTo(file: WatchedFile, path: string): Promise<boolean> {
  try {
    await rename(pathOf(file), path);
    return true;
  } catch (error) {
    return ifAbsent(error) ?? false;
  }
}

/** Creates the folder for an outcome, which only its owner can read. Throws `folder_refused` for a symbolic link. */
export async function outcomeFolder(folder: string, outcome: Outcome): Promise<string> {
  const path = join(folder, outcome);
  await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
    if (!isSystemError(error) || error.code !== "EEXIST") throw error;
  });
  if ((await lstat(path)).isDirectory()) return path;
  throw invalid("folder_refused", `${outcome} is not a folder`);
}

/** Reads a file. Throws `file_changing` if another program changed the file meanwhile. */
export async function* contentOf(path: string): AsyncGenerator<Uint8Array> {
  const file = await openFile(path);
  try {
    const before = await file.stat();
    yield* file.createReadStream({ autoClose: false });
    const after = await file.stat();
    if (after.size !== before.size || after.mtimeMs !== before.mtimeMs) {
      throw unavailable("file_changing", "another program changed the file while it was read");
    }
  } finally {
    await file.close();
  }
}

/** Opens a file. Throws an error for a symbolic link, and `not_a_file` for a pipe or a folder. */
export async function openFile(path: string): Promise<FileHandle> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw invalid("not_a_file", "not a regular file");
}

/** Ignores the error for a file that does not exist. */
export function ifAbsent(error: unknown): undefined {
  if (!isSystemError(error) || error.code !== "ENOENT") throw error;
}
