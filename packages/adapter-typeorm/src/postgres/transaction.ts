import type { AccountId } from "@repute/domain";
import type { ClientBase, QueryConfig } from "pg";
import { commitUnknown } from "../database/database-errors.js";
import type { Session, Subject } from "../engine/session.js";
import type { PostgresConnection } from "./connect.js";
import { isOutcomeUnknown, postgresFailure } from "./postgres-failure.js";
import { inOnePacket } from "./wire/one-packet.js";

/** Upper 32 bits of advisory lock ids ("Rpte" in ASCII), which keep them separate from locks of other programs. */
const lockSpace = 0x52707465n << 32n;

/** Statement that waits for the migration lock. */
export const migrationLock = `SELECT pg_advisory_xact_lock(${lockSpace - 1n})`;

/**
 * Returns the statements that begin a unit of work, in one round trip.
 * They wait for the lock of the subject, and then limit visible rows to the subject.
 * Under READ COMMITTED, later statements see every earlier commit.
 */
export const unitOfWork = (subject: Subject, patience: number): string =>
  `${writing(patience)} SELECT pg_advisory_xact_lock(${lockSpace + BigInt(subject === "directory" ? 0 : subject)});
   ${locally(seeOnly(subject))}`;

/** Returns true if another unit of work waits for a lock that the current session holds. */
export const isAwaited = async ({ query }: Pick<Session, "query">, subject: Subject): Promise<boolean> =>
  (await query(waitingLocks, [Number(lockSpace >> 32n), subject === "directory" ? 0 : Number(subject)])).length > 0;

const waitingLocks = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND classid = $1::bigint::oid AND objid = $2::bigint::oid LIMIT 1`;

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

/** Runs `work` in one write transaction. The statements in `begin` start the transaction. */
export async function transaction<T>(
  connection: PostgresConnection,
  begin: string,
  work: () => Promise<T>,
): Promise<T> {
  const { client, session } = connection;
  pipeline(client, true);
  try {
    await client.query(begin);
    const result = await work();
    await session.settle();
    await commit(client);
    return result;
  } catch (error) {
    // Ignore errors of the cleanup, because the original error is thrown.
    await session.settle().catch(() => {});
    await rollBack(connection);
    throw postgresFailure(error);
  } finally {
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

/** Runs `work` on one consistent snapshot of an account's rows. */
export async function snapshot<T>(connection: PostgresConnection, account: AccountId, work: () => Promise<T>) {
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
