import { setTimeout } from "node:timers/promises";
import { isMainThread } from "node:worker_threads";
import { createClient, type ReputeClient, ReputeError } from "@repute/client";
import { CopyError, isCopyError, targetFailed } from "./copy-error.js";
import { type Copied, copy, type CopyOptions } from "./copy.js";
import { type CredentialOrder, readCredential } from "./credential.js";
import { openTarget } from "./open-target.js";
import type { Origin } from "./page.js";
import type { OpenTarget } from "./target.js";
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
  const run = order.watch === true ? watched : runOnce;
  const copied = await restrictingFiles(() => run(order, signal, reports));
  return { ...copied, startedAt, endedAt: new Date().toISOString() };
}

/** Runs `work` with a umask of the process that lets only the owner read new files. Calls can be nested. */
export async function restrictingFiles<T>(work: () => Promise<T>): Promise<T> {
  const mask = isMainThread ? process.umask(ownerOnly) : undefined;
  try {
    return await work();
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
  /** Error code of the current outage. An outage is recorded once, although each attempt fails. */
  let outage: string | undefined;
  const attempt = (synced: () => void) => {
    const onSync = (copied: Copied) => {
      synced();
      hasSynced = true;
      outage = undefined;
      reports.onSync?.(copied);
    };
    const isRecorded = (code: string) => !signal.aborted && code !== outage && (outage = code) === code;
    return runOnce({ ...order, fresh: order.fresh === true && !hasSynced }, signal, { ...reports, onSync }, isRecorded);
  };
  const onOutage = (error: unknown, ms: number) =>
    reports.onNotice(`${error instanceof Error ? error.message : String(error)} Next attempt: in ${ms / 1_000} s.`);
  return throughOutages(attempt, { signal, onOutage, pause });
}

const pause = (ms: number, signal: AbortSignal) => setTimeout(ms, undefined, { signal });

/**
 * Runs a copy once with the current credential. If progress is shown, also requests the total number of rows.
 * If the run fails, records the error code in the target, unless `isRecorded` returns false.
 */
async function runOnce(
  order: CopyOrder,
  signal: AbortSignal,
  reports: CopyReports,
  isRecorded: (code: string) => boolean = () => true,
): Promise<Run> {
  const { onProgress, onSync, onNotice } = reports;
  const origin = { source: order.from.replace(/\/$/, ""), lists: order.lists };
  const target = await openTarget(order.to);
  try {
    const client = createClient({ baseUrl: order.from, credential: await readCredential(order) });
    const how = { signal, open: openOptions(order, onNotice), ...pagesOf(order), ...(onProgress && { onProgress }) };
    const onStartOver = (reason: string) => onNotice(startOver(reason));
    const options = { ...how, counted: onProgress !== undefined, ...(onSync && { onSync }), onStartOver };
    const copied = await copy(client, target, origin, { ...options, watch: order.watch === true });
    const comparison = isVerified(order) ? await compared(client, target, origin, how, order) : undefined;
    return { ...copied, ...(comparison && { comparison }) };
  } catch (error) {
    const failure = explained(error, target, origin.source);
    const code = codeOf(failure, signal);
    // The target may be the cause of the failure. Report the failure even if it cannot be recorded.
    if (isRecorded(code)) await target.noteFailed(origin.source, code).catch(() => {});
    signal.throwIfAborted();
    throw failure;
  } finally {
    await target.close();
  }
}

const codeOf = (failure: unknown, { aborted }: AbortSignal): string =>
  aborted ? "interrupted" : isCopyError(failure) ? failure.code : "internal_error";

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
  return text === undefined ? error : targetFailed(text, error);
}

/** Abort signal, timer and callback for the retries of `--watch`. */
type Watching = {
  readonly signal: AbortSignal;
  /** Waits `ms` milliseconds. Rejects if the signal aborts. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Called before each pause with the error and the length of the pause in milliseconds. */
  readonly onOutage: (error: unknown, ms: number) => void;
};

const firstPause = 1_000;
const maxPause = 60_000;

/**
 * Retries `attempt` after each outage, with exponential backoff. Throws permanent errors.
 * `attempt` calls `synced` when the copy is up to date.
 * After that, a rejected token or an unavailable target also counts as an outage, because both have worked before.
 */
export async function throughOutages<T>(attempt: (synced: () => void) => Promise<T>, watching: Watching): Promise<T> {
  const { signal, pause, onOutage } = watching;
  let hasSynced = false;
  let failures = 0;
  const synced = () => {
    hasSynced = true;
    failures = 0;
  };
  for (;;) {
    try {
      return await attempt(synced);
    } catch (error) {
      signal.throwIfAborted();
      if (!isOutage(error, hasSynced)) throw error;
      const ms = Math.min(maxPause, firstPause * 2 ** failures);
      failures += 1;
      onOutage(error, ms);
      await pause(ms, signal);
    }
  }
}

const passing: readonly number[] = [0, 408, 429, 500, 502, 503, 504];
const passingAfterSync: readonly string[] = ["target_failed", "disk_full", "invalid_token_file", "invalid_key_file"];

function isOutage(error: unknown, hasSynced: boolean): boolean {
  if (!isCopyError(error)) return hasSynced && isSystemError(error);
  const { cause, code } = error;
  if (cause instanceof ReputeError && code !== "other_account") return hasSynced || passing.includes(cause.status);
  return hasSynced && passingAfterSync.includes(code);
}

/** Returns true if an error comes from the operating system or a database driver, such as a refused connection. */
const isSystemError = (error: unknown): boolean =>
  error instanceof Error && typeof (error as { readonly code?: unknown }).code === "string";

/**
 * Converts an error from the source to a `CopyError` with the source, the cause and, if known, a remedy.
 * The message includes the source, because a command may copy from several sources.
 */
function sourceError(error: ReputeError, source: string): CopyError {
  const { code, message, status, hint, requestId } = error;
  const { host } = new URL(source);
  if (status === 0) {
    const { reason, remedy } = failureOf(reasonCode(error), host, message);
    return new CopyError(code, sentences(`The source ${source} failed: ${reason}.`, remedy), { cause: error });
  }
  const details = [`${status} ${code}`, requestId === undefined ? "" : `request ${requestId}`];
  const where = ` (${details.filter((text) => text !== "").join(", ")})`;
  const name = message.includes(source) ? "" : ` ${source}`;
  const advice = remedyOf(error) ?? hint;
  const more = advice === undefined ? "" : `${message.endsWith(".") ? "" : "."} ${advice}`;
  return new CopyError(code, `The source${name} responded: ${message}${more}${where}`, { cause: error });
}

type Failure = { readonly reason: string; readonly remedy?: string };

const sentences = (text: string, remedy: string | undefined) => (remedy === undefined ? text : `${text} ${remedy}`);

const certificate =
  "If your organization issued the certificate, set NODE_EXTRA_CA_CERTS to the file of its root certificate.";

/** Causes and remedies by error code. */
const failures: Readonly<Record<string, (host: string) => Failure>> = {
  ENOTFOUND: (host) => ({
    reason: `the host ${host} was not found (ENOTFOUND)`,
    remedy: "Check the URL in --from.",
  }),
  EAI_AGAIN: (host) => ({
    reason: `the address of the host ${host} could not be looked up (EAI_AGAIN)`,
    remedy: "Check the network connection and the DNS server.",
  }),
  ECONNREFUSED: (host) => ({
    reason: `${host} refused the connection (ECONNREFUSED)`,
    remedy: "Check that the service is running, and check the port in --from.",
  }),
  ETIMEDOUT: (host) => timeout(host, "ETIMEDOUT"),
  UND_ERR_CONNECT_TIMEOUT: (host) => timeout(host, "UND_ERR_CONNECT_TIMEOUT"),
  CERT_HAS_EXPIRED: (host) => ({
    reason: `the certificate of ${host} has expired (CERT_HAS_EXPIRED)`,
    remedy: "Ask the operator of the service to renew the certificate, and check the clock of this machine.",
  }),
  ERR_TLS_CERT_ALTNAME_INVALID: (host) => ({
    reason: `the certificate of ${host} is for another host name (ERR_TLS_CERT_ALTNAME_INVALID)`,
    remedy: "Use the host name of the certificate in --from.",
  }),
  ...Object.fromEntries(
    [
      "DEPTH_ZERO_SELF_SIGNED_CERT",
      "SELF_SIGNED_CERT_IN_CHAIN",
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
      "UNABLE_TO_GET_ISSUER_CERT",
      "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
    ].map((code) => [
      code,
      (host: string) => ({ reason: `the certificate of ${host} is not trusted (${code})`, remedy: certificate }),
    ]),
  ),
  ERR_SSL_WRONG_VERSION_NUMBER: (host) => noHttps(host, "ERR_SSL_WRONG_VERSION_NUMBER"),
  ERR_SSL_PACKET_LENGTH_TOO_LONG: (host) => noHttps(host, "ERR_SSL_PACKET_LENGTH_TOO_LONG"),
  EPROTO: (host) => noHttps(host, "EPROTO"),
};

const timeout = (host: string, code: string): Failure => ({
  reason: `${host} did not answer in time (${code})`,
  remedy: "Check the URL in --from and the firewall.",
});

const noHttps = (host: string, code: string): Failure => ({
  reason: `${host} did not answer with HTTPS (${code})`,
  remedy: "Check whether --from must begin with http://, and check the port.",
});

const failureOf = (code: string | undefined, host: string, message: string): Failure =>
  (code === undefined ? undefined : failures[code]?.(host)) ?? { reason: message };

/** Returns the code of a network error. `fetch` nests the code in the causes of its error. */
function reasonCode(error: unknown): string | undefined {
  for (let at = error, level = 0; at instanceof Error && level < 4; at = at.cause, level += 1) {
    const { code } = at as NodeJS.ErrnoException;
    if (typeof code === "string" && code in failures) return code;
    const [first] = at instanceof AggregateError ? (at.errors as readonly unknown[]) : [];
    if (first instanceof Error) return (first as NodeJS.ErrnoException).code;
  }
  return undefined;
}

function remedyOf({ code, status, message }: ReputeError): string | undefined {
  const [, to] = / redirects to (https?:\S+?),/.exec(message) ?? [];
  if (to !== undefined) return `Set --from to ${baseOf(to)}.`;
  if (code === "invalid_response" && message.includes("media type"))
    return "Check that --from is the URL of the service, and not of a web page or a sign-in page.";
  if (code === `http_${status}` && status === 404) return "Check the path of the URL in --from.";
  return undefined;
}

/** Converts an endpoint such as `https://repute.example.com/v2/changes` to `https://repute.example.com`. */
const baseOf = (address: string) => address.replace(/\/(?:v2\/(?:changes|checksums)|oauth\/token)$/, "");
