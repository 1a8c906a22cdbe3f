import { readFile } from "node:fs/promises";
import { CopyError, type Failure, failureOf } from "./copy-error.js";
import { type CredentialOrder, wrongCredential } from "./credential.js";
import { wrongTarget } from "./open-target.js";
import type { CopyOrder, CopyResult } from "./run-copy.js";
import { tables } from "./shape/tables.js";

/** Options that apply to all accounts of a file. A line can have its own `from` and `lists`. */
export type SharedOptions = Omit<CopyOrder, keyof CredentialOrder | "from" | "to" | "watch"> & {
  readonly from: string | undefined;
};

/** Copy of one account. The name identifies the account in the output. */
type NamedOrder = CopyOrder & { readonly name: string };

/** Lists that can be copied. */
export const copiedLists: readonly string[] = tables.map(({ list }) => list);

/** Returns true for the URL of a service. */
export function isAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.search === "" && url.hash === "";
}

/** Keys of a line, and the options that they set. */
const keys: Readonly<Record<string, keyof NamedOrder>> = {
  name: "name",
  from: "from",
  to: "to",
  lists: "lists",
  token_file: "tokenFile",
  token_env: "tokenEnv",
  client_id: "clientId",
  key_file: "keyFile",
  key_id: "keyId",
  token_url: "tokenUrl",
};

const maxProblems = 20;

/**
 * Reads the accounts to copy from a file with one JSON object per line. Blank lines are ignored.
 * Throws `invalid_accounts` with the line of each problem. The message never repeats a value, because a target can contain a
 * password.
 */
export async function readAccounts(file: string, shared: SharedOptions): Promise<readonly NamedOrder[]> {
  const text = await readFile(file, "utf8");
  const [orders, problems]: [NamedOrder[], string[]] = [[], []];
  const lineOf = new Map<string, number>();
  for (const [index, line] of text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .entries()) {
    if (line.trim() === "") continue;
    const order = orderIn(line, shared);
    const wrong = typeof order === "string" ? order : repeated(order, index + 1, lineOf);
    if (wrong !== undefined) problems.push(`line ${index + 1}: ${wrong}`);
    else orders.push(order as NamedOrder);
  }
  if (problems.length === 0 && orders.length > 0) return orders;
  const found = problems.length === 0 ? "the file contains no account" : problems.slice(0, maxProblems).join("\n");
  throw new CopyError("invalid_accounts", `The file ${file} cannot be used: ${found}`);
}

/** Returns the order in a line, or a description of its first mistake. */
function orderIn(line: string, shared: SharedOptions): NamedOrder | string {
  const value = jsonOf(line);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "expected a JSON object";
  const unknown = Object.keys(value).find((key) => !Object.hasOwn(keys, key));
  if (unknown !== undefined) return `${JSON.stringify(unknown.slice(0, 40))} is not a known key`;
  const entries = Object.entries(value);
  const wrong = entries.find(([key, one]) => (key === "lists" ? !areLists(one) : typeof one !== "string"));
  if (wrong) return `${wrong[0]} has a wrong value`;
  const order = { ...shared, ...Object.fromEntries(entries.map(([key, one]) => [keys[key], one as unknown])) };
  return wrongOrder(order as Partial<NamedOrder>) ?? (order as NamedOrder);
}

function wrongOrder({ name = "", from = "", to = "", ...credential }: Partial<NamedOrder>): string | undefined {
  if (!/^[^\p{C}\p{Z}]{1,100}$/u.test(name)) return "name must be a word of at most 100 characters";
  if (!isAddress(from)) return "from must be the URL of a service, unless --from is";
  const { tokenFile, tokenEnv, clientId } = credential;
  const credentials = [tokenFile, tokenEnv, clientId].filter((one) => one !== undefined).length;
  if (credentials !== 1 || (tokenEnv === undefined && wrongCredential(credential) !== undefined))
    return "expected either token_file, or token_env, or client_id, key_file and key_id";
  return wrongTarget(to)?.replace("--to", "to");
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // drop the parser's error, because it can quote a password
  }
}

const areLists = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((one) => copiedLists.includes(one as string));

/** Returns a description of the problem if an earlier line has the same name or target. */
function repeated({ name, to }: NamedOrder, line: number, lineOf: Map<string, number>): string | undefined {
  for (const [what, key] of [
    ["name", `name ${name}`],
    ["target", `to ${to}`],
  ] as const) {
    const earlier = lineOf.get(key);
    if (earlier !== undefined) return `has the same ${what} as line ${earlier}`;
    lineOf.set(key, line);
  }
  return undefined;
}

/** Result of copying one account. */
type Ended = { readonly result?: CopyResult; readonly error?: Pick<Failure, "code" | "message"> };

type AllReports = {
  readonly onNotice: (name: string, sentence: string) => void;
  readonly onEnd: (name: string, ended: Ended) => void;
};

/**
 * Copies accounts, at most `limit` at the same time. An account that fails does not stop the others. If the signal aborts, the
 * running copies are interrupted, and no more copies start.
 */
export async function copyAll(orders: readonly NamedOrder[], limit: number, signal: AbortSignal, reports: AllReports) {
  const { restrictingFiles, runCopy } = await import("./run-copy.js");
  const ended = new Map<string, Ended>();
  const waiting = orders.values();
  const work = async () => {
    for (const { name, ...order } of waiting) {
      if (signal.aborted) return;
      const one = await endOf(runCopy(order, signal, { onNotice: (text) => reports.onNotice(name, text) }));
      ended.set(name, one);
      reports.onEnd(name, one);
    }
  };
  await restrictingFiles(() => Promise.all(Array.from({ length: limit }, work)));
  const all = [...ended.values()];
  const failed = all.filter(({ error }) => error !== undefined).length;
  const [copied, skipped] = [all.length - failed, orders.length - all.length];
  const accounts = orders.flatMap(({ name }) => {
    const { result, error } = ended.get(name) ?? {};
    return result || error ? [{ name, ...(result && documentOf(result)), ...(error && { error }) }] : [{ name }];
  });
  return { copied, failed, skipped, document: { accounts, copied, failed, not_started: skipped } };

  async function endOf(copy: Promise<CopyResult>): Promise<Ended> {
    try {
      const result = await copy;
      const { differences = [], isRepaired = false } = result.comparison ?? {};
      if (differences.length === 0 || isRepaired) return { result };
      return { result, error: { code: "copy_differs", message: "The copy differs from the source." } };
    } catch (error) {
      if (signal.aborted) return { error: { code: "interrupted", message: "Interrupted." } };
      const { code, message } = failureOf(error);
      return { error: { code, message } };
    }
  }
}

/** Describes the result of a copy as JSON. */
export function documentOf({ upserts, deletes, lists, startedAt, endedAt, comparison }: CopyResult) {
  const verified = comparison && {
    equal: comparison.differences.length === 0,
    repaired: comparison.isRepaired,
    lists: comparison.lists,
    rows: comparison.differences,
  };
  return { started_at: startedAt, ended_at: endedAt, upserts, deletes, lists, ...(verified && { verified }) };
}
