import { Cron } from "croner";
import type { Logs } from "./logs.js";

/** What the server does by itself over and over, until it is told to stop. */
export type Recurring = {
  /** Starts nothing more, and waits for what is under way. */
  stop(): Promise<void>;
};

/** When something is done: now, and then as a cron pattern says in a time zone. */
type Times = { readonly pattern: string; readonly timeZone: string };

/** Does something at its times, never twice at once; what it throws is reported, and it is done again the next time. */
export function recurring(
  { pattern, timeZone }: Times,
  { report }: Pick<Logs, "report">,
  work: (isStopping: () => boolean) => Promise<void>,
): Recurring {
  let isStopping = false;
  const run = () => work(() => isStopping).catch(report);
  let running = run();
  const job = new Cron(pattern, { timezone: timeZone, unref: true, protect: true }, () => {
    running = running.then(run);
    return running;
  });
  return {
    async stop() {
      job.stop();
      isStopping = true;
      await running;
    },
  };
}
