import { isMainThread } from "node:worker_threads";
import type { ReputeClient } from "@repute/client";
import { createClient, ReputeError } from "@repute/client";
import type { Copied, CopyOptions, CopyProgress } from "./copy.js";
import { copy } from "./copy.js";
import { CopyError, isCopyError } from "./copy-error.js";
import type { CredentialOrder } from "./credential.js";
import { readCredential } from "./credential.js";
import { openTarget } from "./open-target.js";
import type { Origin } from "./origin.js";
import { sourceError } from "./source-error.js";
import type { OpenTarget } from "./target.js";
import type { Comparison } from "./verify.js";
import { verify } from "./verify.js";

/** Options of the command line. */
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

/** Receives the progress, if it is shown, and sentences about decisions of the copy. */
export type CopyReports = {
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined;
  readonly notice?: (sentence: string) => void;
};

/**
 * Runs a copy and an optional verification. Requests a total if progress is shown. Throws a `CopyError` for every
 * failure that the user can act on.
 */
export async function runCopy(order: CopyOrder, signal: AbortSignal, reports: CopyReports): Promise<CopyResult> {
  const startedAt = new Date().toISOString();
  const mask = isMainThread ? process.umask(ownerOnly) : undefined;
  try {
    return { ...(await runWith(order, signal, reports)), startedAt, endedAt: new Date().toISOString() };
  } finally {
    if (mask !== undefined) process.umask(mask);
  }
}

/** File mode mask of new files, including those that DuckDB creates. */
const ownerOnly = 0o077;

async function runWith(
  order: CopyOrder,
  signal: AbortSignal,
  { onProgress, notice = () => {} }: CopyReports,
): Promise<Omit<CopyResult, "startedAt" | "endedAt">> {
  const client = createClient({ baseUrl: order.from, credential: await readCredential(order) });
  const origin = { source: order.from.replace(/\/$/, ""), lists: order.lists };
  const target = await openTarget(order.to);
  try {
    const how = { signal, open: openOptions(order, notice), ...pagesOf(order), ...(onProgress && { onProgress }) };
    const counted = onProgress !== undefined;
    const copied = await copy(client, target, origin, { ...how, counted, watch: order.watch === true });
    const comparison = isVerified(order) ? await compared(client, target, origin, how, order) : undefined;
    return { ...copied, ...(comparison && { comparison }) };
  } catch (error) {
    signal.throwIfAborted();
    throw explained(error, target, origin.source);
  } finally {
    await target.close();
  }
}

const isVerified = ({ verify: asked, repair }: CopyOrder) => asked === true || repair === true;

const openOptions = ({ fresh, sourceChanged, logChanges }: CopyOrder, notice: (sentence: string) => void) => ({
  fresh: fresh === true,
  sourceChanged: sourceChanged === true,
  logsChanges: logChanges === true,
  notice,
});

/** With `--pages`, a transaction has the rows of one page. */
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

function explained(error: unknown, target: OpenTarget, source: string): unknown {
  if (isCopyError(error)) return error;
  if (error instanceof ReputeError) return sourceError(error, source);
  const text = target.explain(error);
  return text === undefined ? error : new CopyError("target_failed", `The target failed: ${text}`, { cause: error });
}
