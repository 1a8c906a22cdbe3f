import type Database from "better-sqlite3";
import type { Session } from "../engine/session.js";
import type { SqliteConnection } from "./connect.js";
import { sqliteFailure } from "./sqlite-failure.js";
import { whileBusy } from "./while-busy.js";

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
 * Returns the statements that begin and end a read transaction.
 * Each connection prepares them once, because every small read uses them.
 */
function bounds(raw: Database.Database): Bounds {
  const found = known.get(raw) ?? { begin: raw.prepare("BEGIN"), end: raw.prepare("ROLLBACK") };
  known.set(raw, found);
  return found;
}
