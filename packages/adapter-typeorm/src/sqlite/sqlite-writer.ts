import { setImmediate, setTimeout } from "node:timers/promises";
import type { Availability } from "../database/availability.js";
import type { Nesting } from "../concurrency/nesting.js";
import type { Write } from "../engine/session.js";
import { turns } from "../concurrency/turns.js";
import type { SqliteConnection } from "./connect.js";
import { transactionSession, transaction } from "./transaction.js";
import { longestPause } from "./while-busy.js";

/** The single write connection, which does one job at a time. */
export type SqliteWriter = {
  readonly write: Write;
  /** Runs `work` in its turn, outside any transaction. */
  alone<T>(work: (writer: SqliteConnection) => Promise<T>): Promise<T>;
  /** Waits for all submitted jobs. */
  drain(): Promise<void>;
};

/**
 * Duration of a long unit of work, in milliseconds. After it, the writer pauses so that a polling process can take the
 * lock.
 */
const long = 25;

/** Pause after a long unit of work. It exceeds the polling interval, and it grows because timers of a busy machine fire late. */
const pauseAfter = (took: number): number => Math.max(longestPause + 1, took / 10);

type WriterOptions = {
  /** Called after each committed unit of work. */
  afterUnit(): Promise<void>;
  readonly patience: number;
  readonly units: Nesting;
  readonly availability: Availability;
};

/** Serializes the jobs of a write connection. Throws if a unit of work begins inside another, which would deadlock. */
export function sqliteWriter(
  connection: SqliteConnection,
  { patience, units, availability, afterUnit }: WriterOptions,
): SqliteWriter {
  const inTurn = turns();
  const { raw } = connection;
  const session = transactionSession(connection);
  let pausedUntil = 0;
  let turnedAt = 0;

  async function alone<T>(work: (writer: SqliteConnection) => Promise<T>): Promise<T> {
    if (units.isInside()) throw new Error("Units of work cannot be nested: the inner one would wait for the outer one");
    availability.requireOpen();
    return inTurn(() => units.run(() => work(connection)));
  }

  /** Yields to the event loop if units of work have run for too long without a break. */
  async function letOthersIn(): Promise<void> {
    if (performance.now() - turnedAt <= long) return;
    await setImmediate();
    turnedAt = performance.now();
  }

  return {
    alone,
    // The subject is unused, because SQLite has one writer for all accounts.
    write: (_subject, work) =>
      alone(async () => {
        availability.requirePresent();
        await availability.requireUpToDate();
        const pause = pausedUntil - performance.now();
        if (pause > 0) await setTimeout(pause);
        // The time spent waiting for the lock does not count.
        let locked = performance.now();
        const result = await transaction(raw, patience, () => {
          locked = performance.now();
          return work(session);
        });
        const took = performance.now() - locked;
        await afterUnit();
        if (took > long) pausedUntil = performance.now() + pauseAfter(took);
        await letOthersIn();
        // Check again, because a commit to a deleted file is lost.
        availability.requirePresent();
        return result;
      }),
    drain: () => inTurn(async () => {}),
  };
}
