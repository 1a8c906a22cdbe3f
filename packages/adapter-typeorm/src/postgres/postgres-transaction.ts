import { setTimeout } from "node:timers/promises";
import { type AccountId, isDomainError } from "@repute/domain";
import type { ClientBase, QueryConfig } from "pg";
import type { WritesFirst } from "../concurrency/list-slots.js";
import type { Pool } from "../concurrency/pool.js";
import { type Nesting, nesting, serialQueueByKey } from "../concurrency/queues.js";
import { commitUnknown } from "../database-errors.js";
import type { Availability } from "../database.js";
import type { Session, Subject, Write } from "../engine.js";
import type { PostgresConnection } from "./postgres-connection.js";
import { postgresDialect } from "./postgres-dialect.js";
import { isAnswer, isOutcomeUnknown, postgresFailure } from "./postgres-failure.js";
import { inOnePacket } from "./postgres-session.js";

type UnitOptions = {
  readonly patience: number;
  readonly units: Nesting;
  readonly availability: Availability;
  readonly writes: WritesFirst;
};

/** Duration above which a unit of work counts as long, in milliseconds. After a long unit, other processes go first. */
const longUnit = 50;

/** Maximum delay after a long unit of work, in milliseconds. */
const maxRest = 1_000;

/**
 * Runs units of work on pooled connections.
 * Units on the same subject first wait in this process, so that they use at most one connection.
 * The next unit then waits at the server for the lock, together with one unit of each other process.
 * If other processes waited during a long unit, the next unit is delayed by half the duration of the long unit.
 * Without this delay, only one short unit of another process would run between the parts of a large load.
 */
export function postgresUnits(
  connections: Pool<PostgresConnection>,
  { patience, units, availability, writes }: UnitOptions,
) {
  const enqueue = serialQueueByKey<Subject>();
  const running = new Set<Promise<unknown>>();

  /** Returns the session of a unit of work. The session's `withSecond` method uses a second connection if one is free. */
  const sessionOf = ({ session }: PostgresConnection, subject: Subject): Session => ({
    ...session,
    async withSecond(work) {
      const second = await connections.takeFree();
      if (!second) return work(undefined);
      try {
        return await transaction(second, besideUnit(subject, patience), () => work(second.session));
      } finally {
        await connections.give(second);
      }
    },
  });

  /** Delays the next unit of work that this process runs on an account. `time` is in milliseconds. */
  const letOthersIn = (subject: Subject, time: number) => void enqueue(subject, () => setTimeout(time));

  const write: Write = async (subject, work) => {
    if (units.isInside()) throw new Error("Units of work cannot be nested: the inner one would wait for the outer one");
    availability.requireOpen();
    const unit = writes.write(() =>
      enqueue(subject, async () => {
        await availability.requireUpToDate();
        const connection = await connections.take();
        try {
          const session = sessionOf(connection, subject);
          return await units.run(() =>
            transaction(connection, unitOfWork(subject, patience), async (beganAt) => {
              const result = await work(session);
              const held = performance.now() - (await beganAt);
              // Ignore errors of this question, because the commit that follows reports them.
              if (held >= longUnit && (await isAwaited(session, subject).catch(() => false)))
                letOthersIn(subject, Math.min(held / 2, maxRest));
              return result;
            }),
          );
        } finally {
          await connections.give(connection);
        }
      }),
    );
    running.add(unit);
    return unit.finally(() => running.delete(unit));
  };

  return {
    write,
    /** Waits until all submitted units of work have ended. */
    async drain(): Promise<void> {
      await Promise.allSettled(running);
    },
  };
}

/**
 * Runs reads on pooled connections.
 * A read inside another read or a unit of work gets an extra connection above the limit, to avoid a deadlock.
 */
export function postgresReads(connections: Pool<PostgresConnection>, units: Nesting, availability: Availability) {
  const reads = nesting();

  async function take<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    await availability.require();
    const connection = await connections.take(reads.isInside() || units.isInside());
    try {
      return await work(connection);
    } finally {
      await connections.give(connection);
    }
  }

  const latest: Session = {
    dialect: postgresDialect,
    query: (...statement) => take(({ session }) => session.query(...statement)),
    run: (...statement) => take(({ session }) => session.run(...statement)),
    insert: (...rows) => take(({ session }) => session.insert(...rows)),
    put: (...rows) =>
      take(async ({ session }) => {
        await session.put(...rows);
        await session.settle();
      }),
    attempt: async () => false,
    withSecond: (work) => work(undefined),
    enter: (account) => take(({ session }) => session.enter(account)),
  };

  return {
    /** Runs `work` on one consistent snapshot of an account's rows. */
    read: <T>(account: AccountId, work: (session: Session) => Promise<T>) =>
      take((connection) => reads.run(() => snapshot(connection, account, () => work(connection.session)))),
    /** Session in which each statement sees the latest commit. */
    latest,
  };
}

/**
 * Runs `work` in one write transaction. The statements in `begin` start the transaction, and `work` gets the time in
 * milliseconds when they ended.
 */
async function transaction<T>(
  connection: PostgresConnection,
  begin: string,
  work: (beganAt: Promise<number>) => Promise<T>,
): Promise<T> {
  const { client, session } = connection;
  pipeline(client, true);
  try {
    inOnePacket(client);
    const beganAt = client.query(begin).then(() => performance.now());
    // Send the first statement of `work` in the same packet. If the transaction does not begin, this statement fails.
    const [begun, worked] = await Promise.allSettled([beganAt, work(beganAt)]);
    if (begun.status === "rejected") throw begun.reason;
    if (worked.status === "rejected") throw worked.reason;
    // The last inserts and the commit are one packet too. If an insert fails, the server rolls back instead.
    inOnePacket(client);
    const [stored, committed] = await Promise.allSettled([session.settle(), commit(client)]);
    if (stored.status === "rejected" && isAnswer(stored.reason)) throw stored.reason;
    if (committed.status === "rejected" && isDomainError(committed.reason)) throw committed.reason;
    if (stored.status === "rejected") throw stored.reason;
    if (committed.status === "rejected") throw committed.reason;
    return worked.value;
  } catch (error) {
    // Ignore errors of the cleanup, because the original error is thrown.
    await session.settle().catch(() => {});
    await rollBack(connection);
    throw postgresFailure(error);
  } finally {
    pipeline(client, false);
  }
}

/** Runs `work` on one consistent snapshot of an account's rows. */
async function snapshot<T>(connection: PostgresConnection, account: AccountId, work: () => Promise<T>) {
  const { client } = connection;
  pipeline(client, true);
  try {
    inOnePacket(client);
    const begun = client.query(snapshotOf(account));
    // Send the first statement of `work` in the same packet.
    // This is safe, because no rows are visible until the account is set.
    const worked = work();
    await Promise.allSettled([begun, worked]);
    await begun;
    return await worked;
  } catch (error) {
    throw postgresFailure(error);
  } finally {
    await rollBack(connection);
    pipeline(client, false);
  }
}

/**
 * Runs one statement on a consistent snapshot of an account's rows, in a single round trip. Returns the resulting rows.
 */
export async function queryOnce<Row extends object>(
  connection: PostgresConnection,
  account: AccountId,
  settings: Settings,
  query: QueryConfig,
): Promise<readonly Row[]> {
  const { client } = connection;
  pipeline(client, true);
  inOnePacket(client);
  const begun = client.query(snapshotOf(account, settings));
  const found = client.query<Row>(query);
  const ended = rollBack(connection);
  try {
    await Promise.allSettled([begun, found]);
    await begun;
    return (await found).rows;
  } finally {
    await ended;
    pipeline(client, false);
  }
}

/**
 * Turns the driver's pipeline mode on or off.
 * In this mode, the driver sends statements before earlier statements are answered.
 * The server therefore keeps working while this process is busy. Portals do not work in this mode.
 * Call this only while no statement is running.
 */
function pipeline(client: ClientBase, isOn: boolean): void {
  Object.assign(client, { pipeline: isOn });
}

/** Rolls back the transaction. If this fails, closes the connection, which has the same effect. */
export async function rollBack(connection: PostgresConnection): Promise<void> {
  await connection.client.query("ROLLBACK").catch(() => connection.release(true));
}

async function commit(client: ClientBase): Promise<void> {
  const { command } = await client.query("COMMIT").catch((error: unknown) => {
    throw isOutcomeUnknown(error) ? commitUnknown(error) : error;
  });
  // PostgreSQL answers COMMIT with ROLLBACK if an earlier statement of the transaction failed.
  if (command !== "COMMIT") throw new Error("The unit of work continued after one of its statements failed");
}

/**
 * Returns the statements that begin a unit of work, in one round trip.
 * They wait for the lock of the subject, and then limit visible rows to the subject.
 * Under READ COMMITTED, later statements see every earlier commit.
 */
const unitOfWork = (subject: Subject, patience: number): string =>
  `${writing(patience)} SELECT pg_advisory_xact_lock(${lockSpace + BigInt(subject === "directory" ? 0 : subject)});
   ${locally(seeOnly(subject))}`;

/**
 * Returns the statements that begin the second transaction of a unit of work.
 * The first transaction already has the lock.
 */
export const besideUnit = (subject: Subject, patience: number): string =>
  `${writing(patience)} ${locally(seeOnly(subject))}`;

const writing = (patience: number): string =>
  `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = ${patience};`;

/** Returns the statements that begin a read-only transaction on one consistent snapshot of an account's rows. */
export const snapshotOf = (account: AccountId, settings: Settings = {}): string =>
  `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${locally({ ...seeOnly(account), ...settings })}`;

/** Names and values of PostgreSQL settings. */
export type Settings = Readonly<Record<string, string | number>>;

/**
 * Returns a statement that applies settings until the transaction ends.
 * All settings are in one statement, because each further statement would add 10% to the time of a short list.
 */
export const locally = (settings: Settings): string =>
  `SELECT ${Object.entries(settings)
    .map(([name, value]) => `set_config('${name}', '${value}', true)`)
    .join(", ")}`;

/**
 * Settings that disable timeouts, because a slow reader may keep a transaction open for a long time.
 * PostgreSQL counts the time between two portions of a list as statement time.
 */
export const withoutTimeouts: Settings = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 };

/**
 * Returns the settings that limit visible rows to one account.
 * Sequential scans are off, because PostgreSQL may plan a statement while a table is empty.
 * Such a plan would still scan the whole table after it has grown.
 * Compilation of statements is off, because it takes longer than the lookups of a request.
 */
const seeOnly = (subject: Subject): Settings => ({
  enable_seqscan: "off",
  jit: "off",
  "app.account_id": subject === "directory" ? "" : String(BigInt(subject)),
});

/** Upper 32 bits of advisory lock ids ("Rpte" in ASCII), which keep them separate from locks of other programs. */
const lockSpace = 0x52707465n << 32n;

/** Statement that waits for the migration lock. */
export const migrationLock = `SELECT pg_advisory_xact_lock(${lockSpace - 1n})`;

/** Returns true if another unit of work waits for a lock that the current session holds. */
const isAwaited = async ({ query }: Pick<Session, "query">, subject: Subject): Promise<boolean> =>
  (await query(waitingLocks, [Number(lockSpace >> 32n), subject === "directory" ? 0 : Number(subject)])).length > 0;

const waitingLocks = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND classid = $1::bigint::oid AND objid = $2::bigint::oid LIMIT 1`;
