import { setImmediate, setTimeout } from "node:timers/promises";
import type Database from "better-sqlite3";
import type { Pool } from "../concurrency/pool.js";
import { type Nesting, nesting, serialQueue } from "../concurrency/queues.js";
import { databaseBusy } from "../database-errors.js";
import type { Availability } from "../database.js";
import type { Session, Write } from "../engine.js";
import type { SqliteConnection } from "./sqlite-connection.js";
import { isBusy, sqliteFailure } from "./sqlite-failure.js";

/** The only connection that writes. It runs one job at a time. */
type SqliteWriter = {
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

/** Runs `work` on one consistent snapshot of the database. */
type Read = <T>(work: (session: Session) => Promise<T>) => Promise<T>;

/**
 * Returns a function that reads on pooled connections.
 * A read inside another read or a unit of work gets an extra connection above the limit, to avoid a deadlock.
 */
export function sqliteReads(connections: Pool<SqliteConnection>, units: Nesting, availability: Availability): Read {
  const reads = nesting();
  return async (work) => {
    await availability.require();
    const connection = await connections.take(reads.isInside() || units.isInside());
    try {
      return await reads.run(() => snapshot(connection.raw, () => work(connection.session)));
    } finally {
      await connections.give(connection);
    }
  };
}

/**
 * Runs `work` in a write transaction, after waiting for the writes of other processes.
 * The transaction acquires the write lock when it begins.
 * If it acquired the lock later, it would fail whenever another process had written meanwhile.
 */
export async function transaction<T>(raw: Database.Database, patience: number, work: () => Promise<T>): Promise<T> {
  await whileBusy(patience, () => raw.exec("BEGIN IMMEDIATE"));
  try {
    const result = await work();
    raw.exec("COMMIT");
    return result;
  } catch (error) {
    if (raw.inTransaction) raw.exec("ROLLBACK");
    throw sqliteFailure(error);
  }
}

/**
 * Returns a session that rejects statements outside of transactions.
 * Some errors, such as a full disk, end the transaction (https://www.sqlite.org/lang_transaction.html).
 * Without this check, each later statement would be committed on its own.
 */
export function transactionSession({ raw, session }: Pick<SqliteConnection, "raw" | "session">): Session {
  const guarded = <Values extends unknown[], T>(method: (...values: Values) => Promise<T>) =>
    async function inside(...values: Values): Promise<T> {
      if (!raw.inTransaction) throw new Error("The database ended the transaction unexpectedly");
      return method(...values);
    };
  const { query, run, insert, put } = session;
  return { ...session, query: guarded(query), run: guarded(run), insert: guarded(insert), put: guarded(put) };
}

/** Runs `work` on one consistent snapshot of the database. */
async function snapshot<T>(raw: Database.Database, work: () => Promise<T>): Promise<T> {
  const { begin, end } = bounds(raw);
  begin.run();
  try {
    return await work();
  } finally {
    if (raw.inTransaction) end.run();
  }
}

type Bounds = { readonly begin: Database.Statement; readonly end: Database.Statement };

const preparedBounds = new WeakMap<Database.Database, Bounds>();

/**
 * Returns the statements that begin and end a read transaction.
 * Each connection prepares them once, because every small read uses them.
 */
function bounds(raw: Database.Database): Bounds {
  const found = preparedBounds.get(raw) ?? { begin: raw.prepare("BEGIN"), end: raw.prepare("ROLLBACK") };
  preparedBounds.set(raw, found);
  return found;
}

/** Maximum time between two attempts, in milliseconds. */
const maxPause = 4;

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
