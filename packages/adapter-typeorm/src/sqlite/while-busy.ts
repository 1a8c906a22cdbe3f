import { setTimeout } from "node:timers/promises";
import { databaseBusy } from "../database-errors.js";
import { isBusy } from "./sqlite-failure.js";

/** The longest time between two attempts, in milliseconds. */
export const longestPause = 4;

/**
 * Tries until no other process holds the lock, then answers; after `patience` milliseconds it gives up with
 * `database_busy`. Waiting inside SQLite (`busy_timeout`) would stop the event loop meanwhile.
 */
export async function whileBusy<T>(patience: number, attempt: () => T | Promise<T>): Promise<T> {
  const deadline = performance.now() + patience;
  for (let pause = 1; ; pause = Math.min(2 * pause, longestPause)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() >= deadline) throw databaseBusy(error);
    }
    await setTimeout(pause);
  }
}
