import { setImmediate, setTimeout } from "node:timers/promises";
import type { Availability } from "../availability.js";
import type { Nesting } from "../nesting.js";
import type { Write } from "../session.js";
import { turns } from "../turns.js";
import type { SqliteConnection } from "./connect.js";
import { transactionSession, transaction } from "./transaction.js";
import { longestPause } from "./while-busy.js";

/** The one connection that writes, for one piece of work at a time. */
export type SqliteWriter = {
  readonly write: Write;
  /** Runs `work` in its turn, outside of any transaction. */
  alone<T>(work: (writer: SqliteConnection) => Promise<T>): Promise<T>;
  /** Waits for everything handed in so far. */
  drain(): Promise<void>;
};

/** Milliseconds after which a unit of work is followed by a pause, so that other processes get the lock. */
const long = 25;

/** Pause after a long unit of work. Longer than the interval at which others look; late timers of a busy machine need more. */
const pauseAfter = (took: number): number => Math.max(longestPause + 1, took / 10);

type WriterOptions = {
  /** Called after each unit of work that was stored. */
  afterUnit(): Promise<void>;
  readonly patience: number;
  readonly units: Nesting;
  readonly availability: Availability;
};

/** Serializes what writes through a connection. Work inside of other work would wait for itself: it is refused. */
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

  /** Many short units of work in a row hold others up for as long as a long one does. */
  async function letOthersIn(): Promise<void> {
    if (performance.now() - turnedAt <= long) return;
    await setImmediate();
    turnedAt = performance.now();
  }

  return {
    alone,
    // There is one writer for all accounts.
    write: (_subject, work) =>
      alone(async () => {
        availability.requirePresent();
        await availability.requireUpToDate();
        const pause = pausedUntil - performance.now();
        if (pause > 0) await setTimeout(pause);
        // Waiting for the lock keeps nobody from it.
        let locked = performance.now();
        const result = await transaction(raw, patience, () => {
          locked = performance.now();
          return work(session);
        });
        const took = performance.now() - locked;
        await afterUnit();
        if (took > long) pausedUntil = performance.now() + pauseAfter(took);
        await letOthersIn();
        // What was stored in a file that is gone is not stored.
        availability.requirePresent();
        return result;
      }),
    drain: () => inTurn(async () => {}),
  };
}
