import { setTimeout } from "node:timers/promises";
import { createClient, ReputeError } from "@repute/client";
import type { Copied, CopyOptions } from "./copy.js";
import { copy } from "./copy.js";
import { CopyError, isCopyError } from "./copy-error.js";
import type { CredentialOrder } from "./credential.js";
import { readCredential } from "./credential.js";
import { openTarget } from "./open-target.js";
import type { OpenTarget } from "./target.js";
import { throughOutages } from "./through-outages.js";
import type { Comparison } from "./verify.js";
import { verify } from "./verify.js";

/** Options of the command line. */
export type CopyOrder = CredentialOrder & {
  readonly from: string;
  readonly to: string;
  readonly lists?: readonly string[] | undefined;
  readonly watch: boolean;
  readonly verify: boolean;
  readonly page?: number;
};

/** Receives what a run reports while it lasts. */
export type CopyReports = Pick<CopyOptions, "onProgress" | "onSync"> & {
  /** Receives a sentence about an event, such as an outage. */
  readonly onNotice: (text: string) => void;
};

export type CopyResult = Copied & { readonly comparison?: Comparison };

/**
 * Runs a copy and an optional verification. A watched copy continues after outages. Throws a `CopyError` for every
 * failure that the user can act on.
 */
export function runCopy(order: CopyOrder, signal: AbortSignal, reports: CopyReports): Promise<CopyResult> {
  if (!order.watch) return runOnce(order, signal, reports);
  const attempt = (synced: () => void) => {
    const onSync = (copied: Copied) => {
      synced();
      reports.onSync?.(copied);
    };
    return runOnce(order, signal, { ...reports, onSync });
  };
  const onOutage = (error: unknown, ms: number) =>
    reports.onNotice(`${error instanceof Error ? error.message : String(error)} Next attempt: in ${ms / 1_000} s.`);
  return throughOutages(attempt, { signal, onOutage, pause });
}

const pause = (ms: number, signal: AbortSignal) => setTimeout(ms, undefined, { signal });

/** Runs a copy with the current credential. Requests a total if progress is shown. */
async function runOnce(order: CopyOrder, signal: AbortSignal, reports: CopyReports): Promise<CopyResult> {
  const { onProgress, onSync, onNotice } = reports;
  const client = createClient({ baseUrl: order.from, credential: await readCredential(order) });
  const origin = { source: order.from.replace(/\/$/, ""), lists: order.lists };
  const target = await openTarget(order.to);
  try {
    const how = { signal, ...(order.page !== undefined && { pageSize: order.page, rowsTogether: order.page }) };
    const shown = onProgress && { onProgress, counted: true };
    const onStartOver = (reason: string) => onNotice(startOver(reason));
    const options = { ...how, ...shown, ...(onSync && { onSync }), onStartOver, watch: order.watch };
    const copied = await copy(client, target, origin, options);
    return order.verify ? { ...copied, comparison: await verify(client, target, origin, how) } : copied;
  } catch (error) {
    signal.throwIfAborted();
    throw explained(error, target, origin.source);
  } finally {
    await target.close();
  }
}

const startOver = (reason: string) =>
  `The copy starts over: ${reason.replace(/; start over.*$/, "")}. The new copy replaces the old copy when it is complete.`;

function explained(error: unknown, target: OpenTarget, source: string): unknown {
  if (isCopyError(error)) return error;
  if (error instanceof ReputeError) return sourceError(error, source);
  const text = target.explain(error);
  return text === undefined ? error : new CopyError("target_failed", `The target failed: ${text}`, { cause: error });
}

/**
 * Converts an error from the source to a `CopyError`. The message names the source, because a command may copy from
 * several sources.
 */
function sourceError(error: ReputeError, source: string): CopyError {
  const { code, message, status, hint, requestId } = error;
  const told = [status === 0 ? "" : `${status} ${code}`, requestId === undefined ? "" : `request ${requestId}`];
  const where = told.filter((text) => text !== "").join(", ");
  const name = message.includes(source) ? "" : ` ${source}`;
  const more = `${hint === undefined ? "" : `${message.endsWith(".") ? "" : "."} ${hint}`}${where === "" ? "" : ` (${where})`}`;
  const text =
    status === 0 ? `The source${name} failed: ${message}.` : `The source${name} responded: ${message}${more}`;
  return new CopyError(code, text, { cause: error });
}
