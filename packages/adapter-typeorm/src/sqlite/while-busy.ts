import { setTimeout } from "node:timers/promises";
import { databaseBusy } from "../database/database-errors.js";
import { isBusy } from "./sqlite-failure.js";

/** Maximum time between two attempts, in milliseconds. */
export const maxPause = 4;

/**
 * Retries `attempt` while another process holds the lock. Throws `database_busy` after `patience` milliseconds.
 * The wait is asynchronous, whereas SQLite's own `busy_timeout` would block the event loop.
 */
export async function whileBusy<T>(patience: number, attempt: () => T | Promise<T>): Promise<T> {
  const deadline = performance.now() + patience;
  for (let pause = 1; ; pause = Math.min(2 * pause, maxPause)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() >= deadline) throw databaseBusy(error);
    }
    await setTimeout(pause);
  }
}
