import { setImmediate, setTimeout } from "node:timers/promises";
import type { Nesting } from "../concurrency/nesting.js";
import { serialQueue } from "../concurrency/serial-queue.js";
import type { Availability } from "../database/availability.js";
import type { Write } from "../engine/session.js";
import type { SqliteConnection } from "./connect.js";
import { transaction, transactionSession } from "./transaction.js";
import { maxPause } from "./while-busy.js";

/** The only connection that writes. It runs one job at a time. */
export type SqliteWriter = {
  readonly write: Write;
  /** Waits for earlier jobs, then runs `work` outside of any transaction. */
  alone<T>(work: (writer: SqliteConnection) => Promise<T>): Promise<T>;
  /** Waits until all submitted jobs have ended. */
  drain(): Promise<void>;
};

/**
 * Duration above which a unit of work counts as long, in milliseconds.
 * After a long unit, the writer pauses so that another process can get the lock.
 */
const long = 25;

/**
 * Returns the pause after a long unit of work, in milliseconds.
 * The pause exceeds the polling interval of other processes.
 * It grows with the duration of the unit, because timers fire late on a busy machine.
 */
const pauseAfter = (took: number): number => Math.max(maxPause + 1, took / 10);

type WriterOptions = {
  /** Called after each committed unit of work. */
  afterUnit(): Promise<void>;
  readonly patience: number;
  readonly units: Nesting;
  readonly availability: Availability;
};

/**
 * Serializes the jobs of the write connection.
 * Throws if a unit of work starts inside another unit, because this would deadlock.
 */
export function sqliteWriter(
  connection: SqliteConnection,
  { patience, units, availability, afterUnit }: WriterOptions,
): SqliteWriter {
  const enqueue = serialQueue();
  const { raw } = connection;
  const session = transactionSession(connection);
  let pausedUntil = 0;
  let turnedAt = 0;

  async function alone<T>(work: (writer: SqliteConnection) => Promise<T>): Promise<T> {
    if (units.isInside()) throw new Error("Units of work cannot be nested: the inner one would wait for the outer one");
    availability.requireOpen();
    return enqueue(() => units.run(() => work(connection)));
  }

  /** Yields to the event loop if units of work have run for too long without a break. */
  async function letOthersIn(): Promise<void> {
    if (performance.now() - turnedAt <= long) return;
    await setImmediate();
    turnedAt = performance.now();
  }

  return {
    alone,
    // The subject is unused, because SQLite has a single writer for all accounts.
    write: (_subject, work) =>
      alone(async () => {
        availability.requirePresent();
        await availability.requireUpToDate();
        const pause = pausedUntil - performance.now();
        if (pause > 0) await setTimeout(pause);
        // Start time of the unit of work, after the wait for the lock.
        let locked = performance.now();
        const result = await transaction(raw, patience, () => {
          locked = performance.now();
          return work(session);
        });
        const took = performance.now() - locked;
        await afterUnit();
        if (took > long) pausedUntil = performance.now() + pauseAfter(took);
        await letOthersIn();
        // Check again after the commit, because a commit to a deleted file is lost.
        availability.requirePresent();
        return result;
      }),
    drain: () => enqueue(async () => {}),
  };
}
