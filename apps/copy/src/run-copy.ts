import { createClient, ReputeError } from "@repute/client";
import type { Copied, CopyProgress } from "./copy.js";
import { copy } from "./copy.js";
import { CopyError, isCopyError } from "./copy-error.js";
import type { CredentialOrder } from "./credential.js";
import { readCredential } from "./credential.js";
import { openTarget } from "./open-target.js";
import type { OpenTarget } from "./target.js";
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

export type CopyResult = Copied & { readonly comparison?: Comparison };

/**
 * Runs a copy and an optional verification. Requests a total if progress is shown. Throws a `CopyError` for every
 * failure that the user can act on.
 */
export async function runCopy(
  order: CopyOrder,
  signal: AbortSignal,
  onProgress: ((progress: CopyProgress) => void) | undefined,
): Promise<CopyResult> {
  const client = createClient({ baseUrl: order.from, credential: await readCredential(order) });
  const origin = { source: order.from.replace(/\/$/, ""), lists: order.lists };
  const target = await openTarget(order.to);
  try {
    const how = { signal, ...(order.page !== undefined && { pageSize: order.page, rowsTogether: order.page }) };
    const shown = onProgress && { onProgress, counted: true };
    const copied = await copy(client, target, origin, { ...how, ...shown, watch: order.watch });
    return order.verify ? { ...copied, comparison: await verify(client, target, origin, how) } : copied;
  } catch (error) {
    signal.throwIfAborted();
    throw explained(error, target, origin.source);
  } finally {
    await target.close();
  }
}

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
