import { setMaxListeners } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import {
  type Clock,
  type Domain,
  type Instant,
  isDomainError,
  type JobLease,
  type OnHeld,
  type RenderProgress,
  type Stalls,
  type TimeZone,
  type WebhookStateChange,
} from "@repute/domain";
import { Cron } from "croner";
import type { Logs } from "./logs.js";

/** Job that runs repeatedly until it is stopped. */
export type Recurring = {
  /** Prevents further runs and waits for the current run to end. */
  stop(): Promise<void>;
};

/** Job that can also run before its next time. */
type Callable = Recurring & {
  /** Runs the job again as soon as the current run has ended. */
  readonly soon: () => void;
};

/** Schedule of a job. The job runs immediately, and then by a cron pattern in a time zone. */
type Times = { readonly pattern: string; readonly timeZone: string };

/** A run of a job. `onHeld` notes that another process holds the job. `retrySoon` runs the job again after a pause. */
type Run = { readonly isStopping: () => boolean; readonly onHeld: OnHeld; readonly retrySoon: () => void };

/** Shortest and longest pause in milliseconds before a job is tried again that another process holds. */
const [shortPause, longPause] = [1_000, 10_000];

/**
 * Runs a job on a schedule without overlap. Reports errors, and runs the job again at the next scheduled time.
 * If another process holds the job, tries again soon, because that process may have been killed.
 */
function recurring(
  name: string,
  { pattern, timeZone }: Times,
  { info, report }: Pick<Logs, "info" | "report">,
  work: (run: Run) => Promise<void>,
): Callable {
  let isStopping = false;
  let retry: NodeJS.Timeout | undefined;
  let waitsFor: string | undefined = "";
  let logged: string | undefined;

  function onHeld({ holder, until }: JobLease): void {
    // Try again when the lease ends. The pause is bounded, because the clock of the database may be another one.
    const pause = Math.min(Math.max(until - Date.now(), shortPause), longPause);
    retry = setTimeout(next, pause).unref();
    // Log only holders at startup and holders that keep the job, because a run often takes only a moment.
    const isNews = logged !== holder && (waitsFor === "" || waitsFor === holder);
    waitsFor = holder;
    if (!isNews) return;
    logged = holder;
    const [process] = holder.split("#");
    info(`${name} waits for ${process}, which holds the job until ${new Date(until).toISOString()} or longer`);
  }

  function retrySoon(): void {
    retry = setTimeout(next, longPause).unref();
  }

  async function run(): Promise<void> {
    clearTimeout(retry);
    if (!isStopping) await work({ isStopping: () => isStopping, onHeld, retrySoon }).catch(report);
  }

  let running = run();
  function next(): Promise<void> {
    running = running.then(run);
    return running;
  }
  const job = new Cron(pattern, { timezone: timeZone, unref: true, protect: true }, next);
  return {
    soon: () => void next(),
    async stop() {
      job.stop();
      isStopping = true;
      await running;
      clearTimeout(retry);
    },
  };
}

const atThree = "0 3 * * *";
const hourly = "0 * * * *";

/**
 * Cleans up every night at 3 a.m. in a time zone.
 * The job checks at startup and every hour if the cleanup is due.
 * A cleanup that was missed, because no process ran or the database was unavailable, is done later.
 * The domain decides which of several processes cleans up.
 */
export function nightly({ nightly: { cleanUp } }: Pick<Domain, "nightly">, options: NightlyOptions): Recurring {
  const { timeZone, clock, logs } = options;
  return recurring("Nightly cleanup", { pattern: hourly, timeZone }, logs, async ({ onHeld }) => {
    const purged = await cleanUp(lastNight(clock(), timeZone), onHeld);
    const removed = purged?.reduce((sum, one) => sum + one.removed, 0);
    if (removed !== undefined) logs.info(`Nightly cleanup finished. Test submissions deleted: ${removed}`);
  });
}

type NightlyOptions = {
  readonly timeZone: TimeZone;
  readonly clock: Clock;
  readonly logs: Pick<Logs, "info" | "report">;
};

/** Returns the most recent 3 a.m. in the time zone, at or before `now`. */
export function lastNight(now: Instant, timeZone: TimeZone): Instant {
  // Add one second to the start, because the search finds only times before its start.
  const after = new Date(now + 1_000);
  const [night] = new Cron(atThree, { timezone: timeZone, paused: true }).previousRuns(1, after);
  return (night?.getTime() ?? 0) as Instant;
}

const quarterPast = { pattern: "15 * * * *", timeZone: "UTC" };

/**
 * Renders outdated lists again after an update, when the server starts and every hour.
 * Requests are served meanwhile.
 * The domain decides which of several processes renders the lists.
 */
export const rendering = (
  { feed }: Pick<Domain, "feed">,
  logs: Pick<Logs, "info" | "report">,
  onProgress: (progress: RenderProgress | undefined) => void,
): Recurring =>
  recurring("Rendering lists", quarterPast, logs, async (run) => {
    try {
      await feed.renderOutdated({
        ...run,
        onProgress(progress) {
          onProgress(progress);
          logs.info(progressLine(progress));
        },
      });
    } finally {
      onProgress(undefined);
    }
  });

const progressLine = ({ done, accounts }: RenderProgress): string =>
  done === 0
    ? `This version renders list items differently. Rendering the lists of ${accounts} accounts again`
    : `Lists rendered again: ${done} of ${accounts} accounts`;

/** Compresses idle lists every minute. The domain decides which of several processes does it. */
export const sealing = ({ feed }: Pick<Domain, "feed">, logs: Pick<Logs, "info" | "report">): Recurring =>
  recurring("Compressing lists", everyMinute, logs, async ({ isStopping, onHeld }) => {
    const sealed = await feed.sealResting(isStopping, onHeld);
    if (sealed > 0) logs.info(`Compressed ${sealed} list segments`);
  });

const everyMinute = { pattern: "* * * * *", timeZone: "UTC" };

/** Publishes due invites every minute. Several processes may do this at the same time. */
export const dueInvites = ({ invites }: Pick<Domain, "invites">, logs: Pick<Logs, "info" | "report">): Recurring =>
  recurring("Publishing invites", everyMinute, logs, async ({ isStopping }) => {
    const published = await invites.publishDue(isStopping);
    if (published > 0) logs.info(`Invites published at their planned time: ${published}`);
  });

/**
 * Completes work of killed processes when the server starts, and when the work has made no progress for a minute.
 * Several processes may do so at the same time.
 */
export function unfinishedWork({ bundle }: Pick<Domain, "bundle">, logs: Pick<Logs, "info" | "report">): Recurring {
  let stalls: Stalls | undefined;
  return recurring("Completing unfinished work", everyMinute, logs, async ({ isStopping }) => {
    const known = stalls;
    stalls ??= new Map();
    const completed = await bundle.finish(isStopping, known);
    if (completed > 0 && !isStopping()) logs.info(`Completed work of killed processes. Accounts: ${completed}`);
  });
}

/** Process that works on files that were sent over HTTP. `ended` resolves with its exit code. */
export type Worker = { readonly ended: Promise<number | null>; stop(): void };

/**
 * Starts a process when files were sent, every minute if files wait, soon after a process failed, and when another process
 * should have renewed its lease on a file. The work is done in a separate process, so that it cannot delay requests. A worker that is stopped
 * leaves its files to the next one.
 */
export function workingOnLoads(
  { loads }: Pick<Domain, "loads">,
  logs: Pick<Logs, "info" | "warn" | "report">,
  start: () => Worker,
): Recurring {
  let worker: Worker | undefined;
  const job = recurring("Working on sent files", everyMinute, logs, async ({ isStopping, onHeld, retrySoon }) => {
    const { isReady, held } = await loads.waiting();
    if (held) onHeld(held);
    if (!isReady || isStopping()) return;
    worker = start();
    const code = await worker.ended;
    worker = undefined;
    if (code === 0 || isStopping()) return;
    logs.warn(`The process that works on sent files ended with ${code ?? "a signal"}`);
    retrySoon();
  });
  const deafen = loads.listen(job.soon);
  return {
    async stop() {
      deafen();
      const stopped = job.stop();
      worker?.stop();
      await stopped;
    },
  };
}

/**
 * Processes events of call trackers as soon as they are stored. Processes events of stopped processes every minute.
 * Several processes may do this at the same time.
 */
export function workingOnEvents(
  { trackers }: Pick<Domain, "trackers">,
  logs: Pick<Logs, "info" | "report">,
): Recurring {
  let isDue = false;
  const job = recurring("Processing events of call trackers", everyMinute, logs, async ({ isStopping }) => {
    isDue = false;
    await trackers.work({ isStopping, onError: logs.report });
  });
  const deafen = trackers.listen(() => {
    if (!isDue) job.soon();
    isDue = true;
  });
  return {
    async stop() {
      deafen();
      await job.stop();
    },
  };
}

/** Pauses between two looks for messages of webhooks in milliseconds: normally, and after an unexpected error. */
const [short, afterError] = [500, 10_000];

/**
 * Sends messages of webhooks. A stop cancels running attempts, which are made again later. Several processes may do this at
 * the same time.
 */
export function sendingWebhooks(
  { webhooks }: Pick<Domain, "webhooks">,
  { info, warn, report }: Pick<Logs, "info" | "warn" | "report">,
): Recurring {
  const stopping = new AbortController();
  const { signal } = stopping;
  // Each message that is under way listens to this signal.
  setMaxListeners(0, signal);

  // The log does not contain URLs, because they can contain passwords.
  function onState({ account, id, state }: WebhookStateChange): void {
    const name = `Webhook ${id} of account ${account}`;
    if (state === "active") info(`${name} accepts messages again`);
    else if (state === "failing") warn(`${name} does not accept messages. The server keeps trying.`);
    else warn(`${name} was disabled. To see why, run: repute webhook show`);
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const rest = await webhooks.begin({ cancellation: signal, onError: report, onState }).then(
        () => short,
        (error: unknown) => {
          report(error);
          return afterError;
        },
      );
      await pause(rest, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
      await webhooks.settle();
    },
  };
}

/** Polling intervals for messages in milliseconds: normally, and while the mail server fails. */
const [calm, away] = [5_000, 60_000];

/** Sends due invitations or notifications one by one. Only one of several processes sends a message. */
export function mailing(
  kind: "invitation" | "notification",
  domain: Pick<Domain, "invitations" | "notifications">,
  logs: MailingLogs,
): Recurring {
  const messages = domain[`${kind}s`];
  const stopping = new AbortController();
  let isFailing = false;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const rest = await sendNext();
      if (rest > 0) await pause(rest, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  }

  /** Sends the next message. Returns the number of milliseconds to wait before the following message. */
  async function sendNext(): Promise<number> {
    try {
      const result = await messages.mail();
      if (result.outcome === "failed") return noteFailure(result.error);
      if (result.outcome === "none") return calm;
      if (result.outcome === "put_off") return 0;
      if (isFailing) logs.info(`Sending ${kind}s works again`);
      isFailing = false;
      return 0;
    } catch (error) {
      logs.report(error);
      return away;
    }
  }

  function noteFailure(error: unknown): number {
    if (!isDomainError(error)) {
      logs.report(error);
      return away;
    }
    if (error.code === "mail_refused") {
      logs.warn(
        `The mail server rejected ${kind === "invitation" ? "an" : "a"} ${kind} (${reasonOf(error)}). The server tries to send the ${kind} again later.`,
      );
      return 0;
    }
    if (!isFailing)
      logs.warn(
        `${kind === "invitation" ? "Invitations" : "Notifications"} cannot be sent (${reasonOf(error)}). The server keeps trying.`,
      );
    isFailing = true;
    return away;
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

type MailingLogs = Pick<Logs, "info" | "warn" | "report">;

/** Returns only an error code, because messages of mail servers repeat email addresses. */
const reasonOf = ({ cause, code }: { readonly cause?: unknown; readonly code: string }): string =>
  typeof cause === "string" && /^\w{1,60}$/.test(cause) ? cause : code;
