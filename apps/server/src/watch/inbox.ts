import { constants, type Stats } from "node:fs";
import { access, lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import {
  invalid,
  isDomainError,
  readUploadOptions,
  type UploadKind,
  uploadKinds,
  uploadParameters,
  utc,
} from "@repute/domain";
import { isSystemError } from "../terminal/failure.js";
import { ifAbsent, openFile, optionsFile, outcomeFolder, outcomes, stateOf, type WatchedFile } from "./watched-file.js";

type Options = Readonly<Record<string, string>>;

/** File that waits for its import. */
export type WaitingFile = WatchedFile & {
  readonly options: Options;
  readonly modifiedAt: number;
  /** Whether the file has not changed for a while, so that it is probably complete. */
  readonly isSettled: boolean;
};

/** Receives a warning. Files wait until an error is resolved. */
export type Warn = (warning: string, isError?: boolean) => void;

/**
 * Lists the files in `DIR/ACCOUNT/KIND`, the file with the oldest change first. A file is settled if it has not changed
 * since `settledAt`. Warns about everything else in these folders.
 */
export async function readInbox(dir: string, settledAt: number, warn: Warn): Promise<readonly WaitingFile[]> {
  const files: WaitingFile[] = [];
  for (const account of await foldersIn(dir, "the folder", warn)) {
    const folder = join(dir, account);
    await orWarn(account, warn, async () => {
      for (const name of await foldersIn(folder, account, warn)) {
        const kind = uploadKinds.find((one) => one === name);
        const place = `${account}/${name}`;
        const of = { account, folder: join(folder, name), settledAt };
        if (kind) await orWarn(place, warn, async () => files.push(...(await filesIn({ ...of, kind }, place, warn))));
        else warn(`${place}: the name must be one of ${uploadKinds.join(", ")}`);
      }
    });
  }
  return files.sort((one, other) => one.modifiedAt - other.modifiedAt);
}

/** Does work on a place. An error that an operator can act on becomes a warning, which never contains a file's name. */
export async function orWarn(place: string, warn: Warn, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (isDomainError(error)) warn(`${place}: ${error.message}`, true);
    else if (isSystemError(error)) warn(`${place}: the operating system reports ${error.code}`, true);
    else throw error;
    return false;
  }
}

async function foldersIn(path: string, place: string, warn: Warn): Promise<readonly string[]> {
  const entries = (await readdir(path, { withFileTypes: true })).filter(({ name }) => !name.startsWith("."));
  const others = entries.filter((entry) => !entry.isDirectory()).length;
  if (others > 0) warn(`${place}: ignored entries that are not folders: ${others}`);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

type Wanted = Pick<WatchedFile, "account" | "kind" | "folder"> & { readonly settledAt: number };

async function filesIn({ settledAt, ...of }: Wanted, place: string, warn: Warn): Promise<readonly WaitingFile[]> {
  const { folder, kind } = of;
  const [files, refused] = [[] as Omit<WaitingFile, "options">[], new Map<string, number>()];
  for (const entry of await readdir(folder)) {
    const state = outcomes.some((one) => one === entry) ? undefined : stateOf(entry);
    if (!state) continue;
    const path = join(folder, entry);
    const stats = await lstat(path).catch(ifAbsent);
    const problem = await problemOf(state.name, path, stats);
    if (problem !== undefined) refused.set(problem, (refused.get(problem) ?? 0) + 1);
    else if (stats) files.push({ ...of, ...state, modifiedAt: stats.mtimeMs, isSettled: stats.ctimeMs <= settledAt });
  }
  for (const [problem, count] of refused) warn(`${place}: ignored entries that ${problem}: ${count}`);
  if (files.length === 0) return [];
  for (const outcome of outcomes) await outcomeFolder(folder, outcome);
  const options = await optionsIn(folder, kind);
  return files.map((file) => ({ ...file, options }));
}

/** Maximum number of bytes of a name. The states make it longer. */
const maxName = 180;

async function problemOf(name: string, path: string, stats: Stats | undefined): Promise<string | undefined> {
  // Node replaces bytes that are not UTF-8, so that the name is not found.
  if (!stats) return name.includes("\ufffd") ? "have a name that is not UTF-8" : undefined;
  if (!stats.isFile()) return "are not files";
  if (Buffer.byteLength(name) > maxName) return `have a name of more than ${maxName} bytes`;
  const isReadable = await access(path, constants.R_OK).then(
    () => true,
    () => false,
  );
  return isReadable ? undefined : "this user cannot read";
}

/** Maximum size of the options of a folder in bytes. */
const maxOptions = 65_536;

/** Reads and checks the options of the files in a folder. Throws `invalid_options`. */
async function optionsIn(folder: string, kind: UploadKind): Promise<Options> {
  const file = await openFile(join(folder, optionsFile)).catch(ifAbsent);
  let text = "{}";
  if (file) {
    try {
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(maxOptions) });
      text = buffer.toString("utf8", 0, bytesRead);
    } finally {
      await file.close();
    }
  }
  const options = parseOptions(text);
  try {
    readUploadOptions(kind, options, utc);
  } catch (error) {
    if (isDomainError(error)) refuse(`has wrong options: ${error.message}`);
    throw error;
  }
  return options;
}

function parseOptions(text: string): Options {
  const options = Object.entries(parsedObject(text) ?? refuse("must contain a JSON object"));
  for (const [name, value] of options) {
    if (!uploadParameters.includes(name))
      refuse(`has an unknown option; the options are ${uploadParameters.join(", ")}`);
    if (!["string", "number", "boolean"].includes(typeof value))
      refuse(`must have a string, number or boolean as ${name}`);
  }
  return Object.fromEntries(options.map(([name, value]) => [name, String(value)]));
}

function parsedObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function refuse(reason: string): never {
  throw invalid("invalid_options", `${optionsFile} ${reason}`);
}
