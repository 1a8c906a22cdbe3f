import { type Command, InvalidArgumentError, Option } from "commander";
import { CopyError } from "./copy-error.js";
import type { Copied, CopyProgress } from "./copy.js";
import { type CredentialOrder, wrongCredential } from "./credential.js";
import { targets, wrongTarget } from "./open-target.js";
import { copiedLists, copyAll, documentOf, isAddress, readAccounts, type SharedOptions } from "./copy-all.js";
import type { CopyOrder, CopyResult } from "./run-copy.js";

type Options = CredentialOrder & {
  readonly from?: string;
  readonly to?: string;
  readonly all?: string;
  readonly concurrency: number;
  readonly lists?: readonly string[];
  readonly watch?: boolean;
  readonly verify?: boolean;
  readonly repair?: boolean;
  readonly fresh?: boolean;
  readonly sourceChanged?: boolean;
  readonly logChanges?: boolean;
  readonly pages?: boolean;
  readonly page?: number;
  readonly json?: true;
};

/** Adds the options and the action of the copy command. `name` is the command's name in the help text. */
export function addCopy(command: Command, name: string, terminal: CopyTerminal): Command {
  return command
    .description("Copy an account to a database or files, or update an existing copy")
    .option("--from <url>", "URL of the service", address)
    .option("--token-file <file>", "File that contains only an API token")
    .addOption(partnerOption("--client-id <id>", "Client ID of a partner, used instead of a token"))
    .addOption(partnerOption("--key-file <file>", "Private RSA key of the client, in PEM format"))
    .addOption(partnerOption("--key-id <kid>", "Key ID (kid) of the key in the key set"))
    .addOption(
      partnerOption(
        "--token-url <url>",
        "URL of the token endpoint (default: --from URL followed by /oauth/token)",
        address,
      ),
    )
    .option("--to <target>", `Target: ${targets}`)
    .addOption(
      new Option("--all <file>", "Copy the accounts that this file lists, one JSON object per line").conflicts([
        ...["tokenFile", "clientId", "keyFile", "keyId", "tokenUrl"],
        ...["to", "watch"],
      ]),
    )
    .option("--concurrency <number>", "With --all: maximum number of accounts to copy at the same time", concurrency, 4)
    .option("--lists <names>", "Comma-separated names of the lists to copy (default: all lists)", names)
    .option("--watch", "Keep running and copy changes as they happen")
    .option("--verify", "At the end, read all rows again and compare every column of the copy with the source")
    .option("--repair", "Verify the copy, and replace the rows that differ")
    .option("--fresh", "Start over: make a new copy, which replaces the old copy when it is complete")
    .option("--source-changed", "Continue the copy although the URL of the service has changed")
    .option("--log-changes", "Record each change of a row in the table _repute_changes")
    .option("--pages", "Commit each page, so that an interrupted copy can continue (default: one transaction per sync)")
    .option("--page <rows>", "Maximum number of rows per page (default: 10000)", pageSize)
    .option("--json", "Print JSON")
    .addHelpText("after", help(name))
    .action(({ json, all, concurrency: limit, from, to, ...options }: Options) => {
      if (all !== undefined) return copyListed(terminal, { file: all, limit }, { ...options, from }, json);
      if (from === undefined || to === undefined) return command.error("error: Specify --from and --to, or --all.");
      // Commander's error for an option quotes the value, and the URL of a target can contain a password.
      const wrong = wrongTarget(to) ?? wrongCredential(options);
      if (wrong !== undefined) return command.error(`error: ${wrong}`);
      return copyOne(terminal, { ...options, from, to }, json);
    });
}

async function copyOne(terminal: CopyTerminal, order: CopyOrder, json: true | undefined): Promise<void> {
  const { runCopy } = await import("./run-copy.js");
  const progress = showProgress(terminal.stderr);
  const stop = untilStopped(terminal.signals);
  try {
    const reports = {
      ...(progress && { onProgress: progress.show }),
      ...reportsTo(terminal, progress, order.watch === true, json),
    };
    const result = await runCopy(order, stop.signal, reports);
    progress?.end();
    print(terminal, result, json);
  } catch (error) {
    progress?.end();
    if (!stop.signal.aborted) throw error;
    if (order.watch !== true) throw interrupted(order);
  } finally {
    stop.forget();
  }
}

/** Copies the accounts of a file, and prints a line for each account. */
async function copyListed(
  { stdout, stderr, signals }: CopyTerminal,
  { file, limit }: { readonly file: string; readonly limit: number },
  options: SharedOptions,
  json: true | undefined,
): Promise<void> {
  const orders = await readAccounts(file, options);
  const stop = untilStopped(signals);
  const bar = stderr.isTTY === true ? "\r\u001b[K" : undefined;
  let ended = 0;
  try {
    const summary = await copyAll(orders, limit, stop.signal, {
      onNotice: (name, text) => void stderr.write(`${bar ?? ""}${name}: ${text}\n`),
      onEnd: (name, { result, error }) => {
        ended += 1;
        const text = result ? textOf(result).replaceAll("\n", "; ") : `failed: ${error?.message ?? ""}`;
        if (bar !== undefined) stderr.write(bar);
        if (!json) stdout.write(`${name}: ${text}\n`);
        if (bar !== undefined) stderr.write(`${ended} of ${orders.length} accounts`);
      },
    });
    if (bar !== undefined) stderr.write(bar);
    const { document, copied, failed, skipped } = summary;
    const counts = `${text(copied)} copied, ${text(failed)} failed${skipped > 0 ? `, ${text(skipped)} not started` : ""}`;
    if (failed + skipped > 0) {
      throw new CopyError(stop.signal.aborted ? "interrupted" : "copies_failed", `Accounts: ${counts}.`, {}, document);
    }
    stdout.write(json ? `${JSON.stringify(document)}\n` : `Accounts: ${counts}.\n`);
  } finally {
    stop.forget();
  }
}

const interrupted = ({ pages, verify, repair }: SharedOptions) =>
  new CopyError(
    "interrupted",
    verify === true || repair === true
      ? "Interrupted. The copy has not been verified. Run the command again to verify it."
      : pages === true
        ? "Interrupted. Run the command again to continue from the last stored page."
        : "Interrupted. The copy has not changed. Run the command again to start the sync again.",
  );

const help = (name: string) => `
A target that contains a copy of the same account is updated.
A target with other data is rejected.
The password of a PostgreSQL database can be set in PGPASSWORD or ~/.pgpass
instead of in the URL.

Examples:
  $ ${name} --from https://repute.example.com --token-file token.txt --to sqlite:acme.db
  $ ${name} --from https://repute.example.com --token-file token.txt --to postgres://me@db/acme --watch
  $ ${name} --all accounts.ndjson --concurrency 8
  $ ${name} --from https://repute.example.com --client-id rpc_5rTg... --key-file private-key.pem --key-id 2026-06 --to sqlite:acme.db`;

/** Creates a command-line option for partner credentials. The option conflicts with `--token-file`. */
function partnerOption(flags: string, description: string, parse?: (text: string) => string): Option {
  const option = new Option(flags, description).conflicts("tokenFile");
  return parse ? option.argParser(parse) : option;
}

function address(text: string): string {
  if (isAddress(text)) return text;
  throw new InvalidArgumentError("Expected a URL, such as https://repute.example.com.");
}

function concurrency(text: string): number {
  const limit = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= 64) return limit;
  throw new InvalidArgumentError("Expected an integer from 1 to 64.");
}

function pageSize(text: string): number {
  const rows = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (rows >= 1 && rows <= 100_000) return rows;
  throw new InvalidArgumentError("Expected an integer from 1 to 100000.");
}

function names(text: string): readonly string[] {
  const found = text.split(",").map((name) => name.trim());
  if (found.every((name) => copiedLists.includes(name))) return [...new Set(found)];
  throw new InvalidArgumentError(`Expected one or more of ${copiedLists.join(", ")}.`);
}

/** Prints notices to standard error. With `--watch`, also prints one line per sync to standard output. */
function reportsTo(
  { stdout, stderr }: CopyTerminal,
  progress: { end(): void } | undefined,
  watch: boolean,
  json: true | undefined,
) {
  const now = () => new Date().toISOString().replace(/\.\d+/, "");
  const onNotice = (text: string) => {
    progress?.end();
    stderr.write(`${watch ? `${now()} ` : ""}${text}\n`);
  };
  const onSync = ({ upserts, deletes }: Copied) => {
    progress?.end();
    const line = json
      ? JSON.stringify({ at: now(), upserts, deletes })
      : `${now()} ${rowsOf(upserts)} copied, ${text(deletes)} deleted`;
    stdout.write(`${line}\n`);
  };
  return { onNotice, ...(watch && { onSync }) };
}

function print({ stdout }: CopyTerminal, result: CopyResult, json: true | undefined): void {
  const { differences = [], isRepaired = false } = result.comparison ?? {};
  const isFailed = differences.length > 0 && !isRepaired;
  const document = documentOf(result);
  if (json && !isFailed) stdout.write(`${JSON.stringify(document)}\n`);
  else if (!json) stdout.write(`${textOf(result)}\n`);
  if (!isFailed) return;
  const message = `The copy differs from the source in ${rowsOf(differences.length)}. To replace them, add --repair.`;
  throw new CopyError("copy_differs", message, {}, document);
}

function textOf({ upserts, deletes, comparison }: CopyResult): string {
  const lines = [`${rowsOf(upserts)} copied, ${text(deletes)} deleted`];
  if (!comparison) return lines.join("\n");
  const { lists, differences, isRepaired } = comparison;
  lines.push(...lists.map(({ list, rows }) => `${list}: ${rowsOf(rows)}`));
  lines.push(
    ...differences.slice(0, shownRows).map(({ list, id, what, columns }) => {
      const names = columns.length > 0 ? ` (${columns.join(", ")})` : "";
      return `${list} ${printable(id)}: ${what}${names}`;
    }),
  );
  if (differences.length > shownRows) lines.push(`... and ${text(differences.length - shownRows)} more`);
  if (differences.length === 0) lines.push("equal");
  else if (isRepaired) lines.push(`${rowsOf(differences.length)} repaired`);
  return lines.join("\n");
}

/** Maximum number of differing rows in the text output. JSON contains all of them. */
const shownRows = 20;

const printable = (id: string) => id.slice(0, 100).replace(/\p{C}/gu, " ");

const rowsOf = (count: number) => (count === 1 ? "1 row" : `${text(count)} rows`);

const text = (count: number) => count.toLocaleString("en-US");

/** An output stream. `isTTY` is true on a terminal. */
type TextStream = { write(text: string): unknown; readonly isTTY?: boolean };

/** Streams and signals of the process that runs the command. */
export type CopyTerminal = {
  readonly stdout: TextStream;
  readonly stderr: TextStream;
  readonly signals: {
    on(event: string, listener: (value: unknown) => void): unknown;
    off(event: string, listener: (value: unknown) => void): unknown;
  };
};

/** Returns an abort signal for SIGINT and SIGTERM. A second signal, at least a second later, ends the process. */
function untilStopped(signals: CopyTerminal["signals"]): { readonly signal: AbortSignal; forget(): void } {
  const stop = new AbortController();
  const forget = () => ["SIGINT", "SIGTERM"].forEach((name) => signals.off(name, abort));
  const abort = () => {
    stop.abort();
    // Ignore a second signal for one second, because npm may deliver Ctrl-C twice.
    setTimeout(forget, 1_000).unref();
  };
  ["SIGINT", "SIGTERM"].forEach((name) => signals.on(name, abort));
  return { signal: stop.signal, forget };
}

/** Shows the progress of a copy on one terminal line. Returns undefined if the stream is not a terminal. */
function showProgress(stream: TextStream): { show(this: void, progress: CopyProgress): void; end(): void } | undefined {
  if (stream.isTTY !== true) return undefined;
  const started = performance.now();
  return {
    show: ({ upserts, deletes, list = "up to date", of }) => {
      const rows = upserts + deletes;
      const rate = Math.round((rows * 1_000) / Math.max(1, performance.now() - started));
      stream.write(`\r\u001b[K${counted(rows, of)} rows, ${text(rate)} per second${timeLeft(rows, rate, of)}: ${list}`);
    },
    end: () => void stream.write("\r\u001b[K"),
  };
}

const barWidth = 24;

/** Formats a row count with a progress bar. Shows only the count if the total is unknown or lower than the count. */
function counted(rows: number, of: number | undefined): string {
  if (of === undefined || of < rows) return text(rows);
  const filled = Math.floor((rows / of) * barWidth);
  return `[${"=".repeat(filled)}${"-".repeat(barWidth - filled)}] ${Math.floor((rows / of) * 100)} %, ${text(rows)} of ${text(of)}`;
}

/** Returns the remaining time, such as `, 45 s left`, or an empty string if it is unknown. */
function timeLeft(rows: number, rate: number, of: number | undefined): string {
  if (of === undefined || of <= rows || rate === 0) return "";
  const seconds = Math.ceil((of - rows) / rate);
  return seconds < 90 ? `, ${seconds} s left` : `, ${text(Math.round(seconds / 60))} min left`;
}
