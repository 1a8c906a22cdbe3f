import type { ClientBase, QueryConfig } from "pg";
import type { AccountId } from "@repute/domain";
import { commitUnknown } from "../database-errors.js";
import type { Subject } from "../session.js";
import type { PostgresConnection } from "./connect.js";
import { inOnePacket } from "./one-packet.js";
import { isOutcomeUnknown, postgresFailure } from "./postgres-failure.js";

/** "Rpte" in the upper half: locks of other programs in the same database are others. */
const lockSpace = 0x52707465n << 32n;

/** Held by whoever migrates. */
export const migrationLock = `SELECT pg_advisory_xact_lock(${lockSpace - 1n})`;

/**
 * Begins a unit of work in one trip: waits for its turn among all processes, then says whose rows it may see. What
 * its statements see is decided one by one, so that the first one sees all that was committed before its turn.
 */
export const unitOfWork = (subject: Subject, patience: number): string =>
  `${writing(patience)} SELECT pg_advisory_xact_lock(${lockSpace + BigInt(subject === "directory" ? 0 : subject)});
   ${locally(seeOnly(subject))}`;

/** Begins the second transaction of a unit of work, which has its turn already. */
export const besideUnit = (subject: Subject, patience: number): string =>
  `${writing(patience)} ${locally(seeOnly(subject))}`;

const writing = (patience: number): string =>
  `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = ${patience};`;

/** Begins a transaction that sees one committed state of one account's rows, perhaps with settings of its own. */
export const snapshotOf = (account: AccountId, settings: Settings = {}): string =>
  `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${locally({ ...seeOnly(account), ...settings })}`;

/** Settings of the server, by name. */
export type Settings = Readonly<Record<string, string | number>>;

/** Sets them until the transaction ends, in one statement: to a short list each further one is a tenth of its time. */
export const locally = (settings: Settings): string =>
  `SELECT ${Object.entries(settings)
    .map(([name, value]) => `set_config('${name}', '${value}', true)`)
    .join(", ")}`;

/**
 * Lets a transaction last as long as its reader takes, whatever the operator allows others: the time between two portions
 * counts as the statement's.
 */
export const withoutTimeouts: Settings = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 };

/**
 * Says whose rows are seen. Every table is read by an index: a statement is planned once, perhaps while a table is still
 * empty, and would go on to read all of it however much the same unit of work has put in.
 */
const seeOnly = (subject: Subject): Settings => ({
  enable_seqscan: "off",
  "app.account_id": subject === "directory" ? "" : String(BigInt(subject)),
});

/** Runs `work` as one transaction that may write, after the statements that begin it; all or nothing. */
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
    // What went wrong is known.
    await session.settle().catch(() => {});
    await rollBack(connection);
    throw postgresFailure(error);
  } finally {
    pipeline(client, false);
  }
}

/**
 * Whether statements are sent before those handed in earlier were answered: the server goes on while this process is busy. Lists
 * come through portals, which are not to be had in this mode. Changed between statements alone.
 */
function pipeline(client: ClientBase, isOn: boolean): void {
  Object.assign(client, { pipeline: isOn });
}

/** Runs `work` on one committed state of an account's rows. */
export async function snapshot<T>(connection: PostgresConnection, account: AccountId, work: () => Promise<T>) {
  const { client } = connection;
  pipeline(client, true);
  try {
    inOnePacket(client);
    const begun = client.query(snapshotOf(account));
    // What is asked first goes with it; before the account is named, nobody's rows are seen.
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

/** Runs one statement on a committed state of an account's rows, in one trip with what begins and ends it; returns its rows. */
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

/** Ends a transaction without a trace; a connection that cannot even do that is closed, which has the same effect. */
export async function rollBack(connection: PostgresConnection): Promise<void> {
  await connection.client.query("ROLLBACK").catch(() => connection.release(true));
}

async function commit(client: ClientBase): Promise<void> {
  const { command } = await client.query("COMMIT").catch((error: unknown) => {
    throw isOutcomeUnknown(error) ? commitUnknown(error) : error;
  });
  // PostgreSQL answers a commit after a failed statement by rolling back.
  if (command !== "COMMIT") throw new Error("The unit of work continued after one of its statements failed");
}
