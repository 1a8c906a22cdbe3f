import { join } from "node:path";
import {
  type Account,
  type Domain,
  type DomainError,
  invalid,
  isDomainError,
  type Principal,
  type UploadItem,
} from "@repute/domain";
import { loadReports } from "../report/load-report.js";
import { isSystemError } from "../terminal/failure.js";
import { fileInTheMaking } from "../terminal/output-file.js";
import { orWarn, type WaitingFile, type Warn } from "./inbox.js";
import {
  advance,
  claim,
  contentOf,
  moveTo,
  type Outcome,
  outcomeFolder,
  pathOf,
  prefixOf,
  type WatchedFile,
} from "./watched-file.js";

type LoadResult = Pick<UploadItem, "counts" | "problems"> & {
  readonly id: number | null;
  readonly state: UploadItem["state"];
};

/** Result of a file. `place` is the beginning of its path in the folder of its kind, without its name. */
export type FileResult = LoadResult & Pick<WatchedFile, "account" | "kind"> & { readonly place: string };

type Watching = {
  readonly origin: Required<Principal>["origin"];
  readonly isStopping: () => boolean;
  readonly warn: Warn;
  readonly onError: (error: unknown) => void;
  readonly onResult: (result: FileResult) => void;
};

/** Number of files that a pass moved, and whether another process works on a file. */
export type Pass = { readonly moved: number; readonly isRunning: boolean };

/** Maximum number of files that a pass accepts of an account, because accepted files are copied. */
const maxFiles = 10;

/** Returns whether a pass can do something with a file. */
export const isDue = ({ id, isSettled }: WaitingFile): boolean => id !== undefined || isSettled;

/**
 * Imports files in the order in which they are listed. Each step ends with a rename of the file. Therefore another process
 * can continue the work of a killed one, and several processes can import the files of the same folders.
 */
export async function importFiles(domain: Domain, files: readonly WaitingFile[], watching: Watching): Promise<Pass> {
  const { origin, isStopping, warn, onError, onResult } = watching;
  const pass = { moved: 0, isRunning: false };

  /** Accepts files of an account as loads until one must wait. */
  async function accept(account: Account, waiting: readonly WaitingFile[]): Promise<WatchedFile[]> {
    const accepted: WatchedFile[] = [];
    for (const file of waiting.slice(0, maxFiles)) {
      // A claimed file that is not settled holds back later files.
      if (isStopping() || !file.isSettled) break;
      const work = async () => {
        const next = await sendOrFail(account, file).catch(ifTaken);
        if (next) accepted.push(next);
      };
      if (!(await orWarn(`${file.account}/${file.kind}`, warn, work))) break;
    }
    return accepted;
  }

  async function sendOrFail(account: Account, file: WaitingFile): Promise<WatchedFile | undefined> {
    const claimed = file.token === undefined ? await claim(file) : file;
    if (!claimed) return undefined;
    const { kind, name: fileName, token: idempotencyKey } = claimed;
    const by: Principal = { account: account.id, kind: "operator", id: null, origin };
    try {
      const wanted = { kind, fileName, parameters: file.options };
      const { id } = await domain.loads.send(contentOf(pathOf(claimed)), wanted, { by, idempotencyKey });
      return await advance(claimed, { id });
    } catch (error) {
      if (!isDomainError(error) || !faults.includes(error.kind)) throw error;
      await leave(claimed, "failed", failureOf(error.code === "idempotency_key_reused" ? replaced() : error));
      return undefined;
    }
  }

  /** Moves an accepted file to its outcome if its load has ended. */
  async function settle(account: Account, file: WatchedFile): Promise<void> {
    const item = await domain.loads.one(account.id, file.id ?? 0).catch((error: unknown) => {
      if (!isDomainError(error) || error.code !== "load_not_found") throw error;
      return failureOf(error);
    });
    if ("ended_at" in item) {
      pass.isRunning ||= item.state === "running";
      if (item.ended_at === null) return;
      const { html } = (await (await loadReports(domain)(account.id, item)).page?.()) ?? {};
      await leave(file, item.state === "succeeded" ? "done" : "failed", item, html);
    } else await leave(file, "failed", item);
  }

  /** Writes the report of a file, and moves the file to its outcome. */
  async function leave(file: WatchedFile, outcome: Outcome, result: LoadResult, page?: string): Promise<void> {
    const { account, kind, name } = file;
    const folder = await outcomeFolder(file.folder, outcome);
    const report = join(folder, prefixOf(file));
    if (page !== undefined) await write(`${report}.html`, page);
    await write(`${report}.json`, `${JSON.stringify({ account, kind, file_name: name, ...result }, undefined, 2)}\n`);
    if (!(await moveTo(file, `${report}-${name}`))) return;
    pass.moved += 1;
    const { id, state, counts, problems } = result;
    onResult({ account, kind, id, state, place: `${outcome}/${prefixOf(file)}`, counts, problems });
  }

  const accounts = new Map((await domain.accounts.list()).map((account) => [account.key, account]));
  for (const key of new Set(files.map((file) => file.account))) {
    if (isStopping()) break;
    const own = files.filter((file) => file.account === key);
    const account = accounts.get(key);
    if (account) await importOf(account, own);
    else warn(`${key}: no account has this key`);
  }
  return pass;

  async function importOf(account: Account, own: readonly WaitingFile[]): Promise<void> {
    const waiting = own.filter(({ id, token, isSettled }) => id === undefined && (token !== undefined || isSettled));
    if (account.disabled && waiting.length > 0) warn(`${account.key}: the account is disabled`);
    const accepted = account.disabled ? [] : await accept(account, waiting);
    pass.moved += accepted.length;
    await domain.loads.work({ isStopping, onError });
    for (const file of [...own.filter(({ id }) => id !== undefined), ...accepted]) {
      await orWarn(`${file.account}/${file.kind}`, warn, () => settle(account, file).catch(ifTaken));
    }
  }
}

/** Kinds of errors for which a file is moved to `failed`. After other errors, the file waits for the next pass. */
const faults: readonly string[] = ["invalid", "too_large", "unprocessable"] satisfies DomainError["kind"][];

/** Ignores the error for a file that another process has renamed. */
function ifTaken(error: unknown): undefined {
  if (!isSystemError(error) || error.code !== "ENOENT") throw error;
}

const failureOf = ({ code, message }: DomainError): LoadResult => ({
  ...{ id: null, state: "failed", counts: null },
  problems: [{ code, message }],
});

const replaced = () => invalid("file_replaced", "the file or its options changed after the file was accepted");

async function write(path: string, text: string): Promise<void> {
  const file = await fileInTheMaking(path);
  try {
    await file.finish([text]);
  } finally {
    await file.discard();
  }
}
