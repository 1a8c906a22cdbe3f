import { Cron } from "croner";
import type { Logs } from "./logs.js";

/** Job that runs repeatedly until it is stopped. */
export type Recurring = {
  /** Prevents further runs and waits for the current run to end. */
  stop(): Promise<void>;
};

/** Schedule of a job. The job runs immediately, and then by a cron pattern in a time zone. */
type Times = { readonly pattern: string; readonly timeZone: string };

/** Runs a job on a schedule without overlap. Reports errors, and runs the job again at the next scheduled time. */
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
