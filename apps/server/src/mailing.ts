import { setTimeout as pause } from "node:timers/promises";
import { type Domain, isDomainError } from "@repute/domain";
import type { Logs } from "./logs.js";
import type { Recurring } from "./recurring.js";

/** Polling intervals for invitations in milliseconds: normally, and while the mail server fails. */
const [calm, away] = [5_000, 60_000];

/** Sends due invitations one by one. Only one of several processes sends an invitation. */
export function mailing({ invitations }: Pick<Domain, "invitations">, logs: MailingLogs): Recurring {
  const stopping = new AbortController();
  let isFailing = false;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const rest = await sendNext();
      if (rest > 0) await pause(rest, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  }

  /** Sends the next invitation. Returns the number of milliseconds to wait before the following invitation. */
  async function sendNext(): Promise<number> {
    try {
      const result = await invitations.mail();
      if (result.outcome === "failed") return noteFailure(result.error);
      if (result.outcome === "none") return calm;
      if (result.outcome === "put_off") return 0;
      if (isFailing) logs.info("Sending invitations works again");
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
        `The mail server rejected an invitation (${reasonOf(error)}). The server tries to send the invitation again later.`,
      );
      return 0;
    }
    if (!isFailing) logs.warn(`Invitations cannot be sent (${reasonOf(error)}). The server keeps trying.`);
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
