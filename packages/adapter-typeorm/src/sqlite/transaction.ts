import type Database from "better-sqlite3";
import type { Session } from "../session.js";
import type { SqliteConnection } from "./connect.js";
import { sqliteFailure } from "./sqlite-failure.js";
import { whileBusy } from "./while-busy.js";

/**
 * Runs `work` as one transaction that may write, once no other process writes. The lock is taken at the beginning:
 * a transaction that only takes it when it first writes fails at once if another process wrote meanwhile.
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
 * The session of a connection for units of work: it refuses statements outside of a transaction. Some failures end the
 * transaction, a full disk among them (https://www.sqlite.org/lang_transaction.html). What is still under way then would be
 * stored on its own.
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

/** Runs `work` on one committed state of the database. */
export async function snapshot<T>(raw: Database.Database, work: () => Promise<T>): Promise<T> {
  const { begin, end } = bounds(raw);
  begin.run();
  try {
    return await work();
  } finally {
    if (raw.inTransaction) end.run();
  }
}

type Bounds = { readonly begin: Database.Statement; readonly end: Database.Statement };

const known = new WeakMap<Database.Database, Bounds>();

/** Prepared once a connection: every small read begins and ends a transaction. */
function bounds(raw: Database.Database): Bounds {
  const found = known.get(raw) ?? { begin: raw.prepare("BEGIN"), end: raw.prepare("ROLLBACK") };
  known.set(raw, found);
  return found;
}
