import type { Clock, Domain, Instant, TimeZone } from "@repute/domain";
import { Cron } from "croner";
import type { Logs } from "./logs.js";
import { type Recurring, recurring } from "./recurring.js";

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
  return recurring({ pattern: hourly, timeZone }, logs, async () => {
    const purged = await cleanUp(lastNight(clock(), timeZone));
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
