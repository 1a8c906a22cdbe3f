import { setTimeout } from "node:timers/promises";
import { isMainThread } from "node:worker_threads";
import { createClient, type ReputeClient, ReputeError } from "@repute/client";
import { CopyError, isCopyError } from "./copy-error.js";
import { type Copied, copy, type CopyOptions } from "./copy.js";
import { type CredentialOrder, readCredential } from "./credential.js";
import { openTarget } from "./open-target.js";
import type { Origin } from "./origin.js";
import { sourceError } from "./source-error.js";
import type { OpenTarget } from "./target.js";
import { throughOutages } from "./through-outages.js";
import { type Comparison, verify } from "./verify.js";

/** Options of the copy command. */
export type CopyOrder = CredentialOrder & {
  readonly from: string;
  readonly to: string;
  readonly lists?: readonly string[] | undefined;
  readonly watch?: boolean;
  readonly verify?: boolean;
  readonly repair?: boolean;
  readonly fresh?: boolean;
  readonly sourceChanged?: boolean;
  readonly logChanges?: boolean;
  readonly pages?: boolean;
  readonly page?: number;
};

export type CopyResult = Copied & {
  readonly startedAt: string;
  readonly endedAt: string;
  readonly comparison?: Comparison;
};

/** Callbacks that report on a run. */
export type CopyReports = Pick<CopyOptions, "onProgress" | "onSync"> & {
  /** Called with a sentence about an event, such as an outage or a decision to start over. */
  readonly onNotice: (sentence: string) => void;
};

/**
 * Runs a copy and, if requested, a verification. With `--watch`, continues after outages.
 * Throws a `CopyError` for every failure that the user can fix.
 */
export async function runCopy(order: CopyOrder, signal: AbortSignal, reports: CopyReports): Promise<CopyResult> {
  const startedAt = new Date().toISOString();
  const mask = isMainThread ? process.umask(ownerOnly) : undefined;
  try {
    const run = order.watch === true ? watched : runOnce;
    return { ...(await run(order, signal, reports)), startedAt, endedAt: new Date().toISOString() };
  } finally {
    if (mask !== undefined) process.umask(mask);
  }
}

/** Process umask that lets only the owner read new files. DuckDB has no option for file modes. */
const ownerOnly = 0o077;

type Run = Omit<CopyResult, "startedAt" | "endedAt">;

/**
 * Runs a copy until the signal aborts, and retries after outages.
 * If `fresh` is set, starts over only before the first sync.
 */
function watched(order: CopyOrder, signal: AbortSignal, reports: CopyReports): Promise<Run> {
  let hasSynced = false;
  const attempt = (synced: () => void) => {
    const onSync = (copied: Copied) => {
      synced();
      hasSynced = true;
      reports.onSync?.(copied);
    };
    return runOnce({ ...order, fresh: order.fresh === true && !hasSynced }, signal, { ...reports, onSync });
  };
  const onOutage = (error: unknown, ms: number) =>
    reports.onNotice(`${error instanceof Error ? error.message : String(error)} Next attempt: in ${ms / 1_000} s.`);
  return throughOutages(attempt, { signal, onOutage, pause });
}

const pause = (ms: number, signal: AbortSignal) => setTimeout(ms, undefined, { signal });

/** Runs a copy once with the current credential. If progress is shown, also requests the total number of rows. */
async function runOnce(order: CopyOrder, signal: AbortSignal, reports: CopyReports): Promise<Run> {
  const { onProgress, onSync, onNotice } = reports;
  const client = createClient({ baseUrl: order.from, credential: await readCredential(order) });
  const origin = { source: order.from.replace(/\/$/, ""), lists: order.lists };
  const target = await openTarget(order.to);
  try {
    const how = { signal, open: openOptions(order, onNotice), ...pagesOf(order), ...(onProgress && { onProgress }) };
    const onStartOver = (reason: string) => onNotice(startOver(reason));
    const options = { ...how, counted: onProgress !== undefined, ...(onSync && { onSync }), onStartOver };
    const copied = await copy(client, target, origin, { ...options, watch: order.watch === true });
    const comparison = isVerified(order) ? await compared(client, target, origin, how, order) : undefined;
    return { ...copied, ...(comparison && { comparison }) };
  } catch (error) {
    signal.throwIfAborted();
    throw explained(error, target, origin.source);
  } finally {
    await target.close();
  }
}

const isVerified = ({ verify: requested, repair }: CopyOrder) => requested === true || repair === true;

const openOptions = ({ fresh, sourceChanged, logChanges }: CopyOrder, notice: (sentence: string) => void) => ({
  fresh: fresh === true,
  sourceChanged: sourceChanged === true,
  logsChanges: logChanges === true,
  notice,
});

/** Converts the `--pages` and `--page` options. With `--pages`, each page is one transaction. */
const pagesOf = ({ pages = false, page }: CopyOrder) => ({
  pages,
  ...(page !== undefined && { pageSize: page, rowsTogether: page }),
});

async function compared(
  client: ReputeClient,
  target: OpenTarget,
  origin: Origin,
  how: CopyOptions,
  { repair }: CopyOrder,
): Promise<Comparison> {
  const comparison = await verify(client, target, origin, { ...how, isRepaired: repair === true });
  await target.noteVerified(comparison.isRepaired || comparison.differences.length === 0);
  return comparison;
}

const startOver = (reason: string) =>
  `The copy starts over: ${reason.replace(/; start over.*$/, "")}. The new copy replaces the old copy when it is complete.`;

function explained(error: unknown, target: OpenTarget, source: string): unknown {
  if (isCopyError(error)) return error;
  if (error instanceof ReputeError) return sourceError(error, source);
  const text = target.explain(error);
  return text === undefined ? error : new CopyError("target_failed", `The target failed: ${text}`, { cause: error });
}
