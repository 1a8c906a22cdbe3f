import type { Clock, Domain, Instant, TimeZone } from "@repute/domain";
import { Cron } from "croner";
import type { Logs } from "./logs.js";
import type { Recurring } from "./recurring.js";
import { recurring } from "./recurring.js";

const atThree = "0 3 * * *";
const hourly = "0 * * * *";

/**
 * Cleans up at three in the night of a time zone. Whether that was done is asked now and every hour, so that a night
 * in which no process ran, or the database was away, is made up for; who cleans up is settled in the domain.
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

/** When it was last three in the night, at or before `now`. */
export function lastNight(now: Instant, timeZone: TimeZone): Instant {
  // It counts back from before the second that it is given.
  const after = new Date(now + 1_000);
  const [night] = new Cron(atThree, { timezone: timeZone, paused: true }).previousRuns(1, after);
  return (night?.getTime() ?? 0) as Instant;
}
