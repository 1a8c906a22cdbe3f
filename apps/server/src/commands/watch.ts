import { setTimeout } from "node:timers/promises";
import { isDomainError } from "@repute/domain";
import type { Command } from "commander";
import { streamLogs } from "../logs.js";
import { countsOf } from "../report/load-report.js";
import { readConfig } from "../settings/config.js";
import { stopSignal } from "../stop-signal.js";
import { problemText } from "../terminal/failure.js";
import { countText, print, QuietEnd } from "../terminal/output.js";
import { exitCodes, printable, type Terminal } from "../terminal/terminal.js";
import { type FileResult, importFiles, isDue, type Pass } from "../watch/import-files.js";
import { readInbox } from "../watch/inbox.js";
import { addCommand, type JsonOption, operator, warningsOn, withExistingDomain } from "./command.js";
import { wholeNumberOption } from "./option-values.js";

type WatchOptions = JsonOption & { readonly settle: number; readonly once?: true };

/** Time between two passes in milliseconds. */
const interval = 5_000;

export function addWatchCommand(program: Command, terminal: Terminal): void {
  addCommand(
    program,
    "watch",
    "Import the files in DIR/ACCOUNT/KIND, and move them to the folder done or failed there, with their reports",
    ["repute watch /srv/repute/inbox", "repute watch /srv/repute/inbox --once"],
  )
    .argument("<dir>", "Folder with a folder for each account, named after the account's key")
    .option("--settle <seconds>", "Time without a change after which a file is complete", wholeNumberOption, 10)
    .option(
      "--once",
      "Import the files that are complete, then end, with exit code 1 if a file failed or an error keeps files waiting",
    )
    .action((dir: string, options: WatchOptions) => watch(terminal, dir, options));
}

async function watch(terminal: Terminal, dir: string, { settle, once, json }: WatchOptions): Promise<void> {
  await terminal.runInBackground();
  const { report: onError } = streamLogs(readConfig(terminal.env).logLevel, terminal.stderr);
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = stopSignal(terminal.signals, onError).finally(() => stopping.abort());
  stopped.catch(() => {});
  const warnings = newWarnings(warningsOn(terminal));
  let hasFailed = false;
  const onResult = (result: FileResult) => {
    hasFailed ||= result.state === "failed";
    print(terminal, { json: result, text: lineOf(result) }, json);
  };
  const watching = { origin: operator(), isStopping: () => signal.aborted, warn: warnings.warn, onError, onResult };

  async function pass(): Promise<Pass> {
    warnings.renew();
    try {
      const files = await readInbox(dir, Date.now() - settle * 1_000, warnings.warn);
      if (!files.some(isDue)) return nothing;
      return await withExistingDomain(terminal, (domain) => importFiles(domain, files, watching));
    } catch (error) {
      if (once || !isDomainError(error) || error.kind !== "unavailable") throw error;
      warnings.warn(error.message);
      return nothing;
    }
  }

  while (!signal.aborted) {
    const { moved, isRunning } = await pass();
    if (once && moved === 0 && !isRunning) return endOnce(hasFailed || warnings.haveError());
    if (moved === 0) await setTimeout(interval, undefined, { signal }).catch(() => {});
  }
  await stopped;
}

function endOnce(hasFailed: boolean): void {
  if (hasFailed) throw new QuietEnd(exitCodes.failure);
}

const nothing: Pass = { moved: 0, isRunning: false };

/** Prints each warning once, until a pass is without it. */
function newWarnings(show: (warning: string) => void) {
  let [before, now] = [new Map<string, boolean>(), new Map<string, boolean>()];
  return {
    renew: () => void ([before, now] = [now, new Map()]),
    warn(warning: string, isError = false): void {
      if (!before.has(warning) && !now.has(warning)) show(printable(warning));
      now.set(warning, isError);
    },
    /** Returns whether there was an error in the last pass. */
    haveError: () => [...now.values()].includes(true),
  };
}

function lineOf({ account, kind, id, state, counts, problems, place }: FileResult): string {
  const shown = countsOf(counts).filter(([, count]) => count > 0);
  const details =
    state === "failed"
      ? problems.slice(0, 1).map(problemText).join("")
      : shown.map(([name, count]) => `${name.toLowerCase()} ${countText(count)}`).join(", ");
  return `${account}/${kind}: ${id === null ? "" : `load ${id} `}${state}${details ? `: ${details}` : ""} (see ${place})`;
}
