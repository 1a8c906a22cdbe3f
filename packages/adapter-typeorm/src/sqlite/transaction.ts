import type Database from "better-sqlite3";
import type { Session } from "../engine/session.js";
import type { SqliteConnection } from "./connect.js";
import { sqliteFailure } from "./sqlite-failure.js";
import { whileBusy } from "./while-busy.js";

/**
 * Runs `work` in one write transaction. Waits until no other process writes. The transaction takes the write lock at
 * the start, because taking it later fails if another process wrote in the meantime.
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
 * Returns a session for units of work that refuses statements outside a transaction. Some failures end the transaction,
 * such as a full disk (https://www.sqlite.org/lang_transaction.html). Later statements would otherwise be committed on
 * their own.
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

/**
 * Returns the statements that begin and end a transaction. They are prepared once per connection, because every small
 * read uses them.
 */
function bounds(raw: Database.Database): Bounds {
  const found = known.get(raw) ?? { begin: raw.prepare("BEGIN"), end: raw.prepare("ROLLBACK") };
  known.set(raw, found);
  return found;
}
