import type { ClientBase } from "pg";

/** Number of written rows below which every query plan is fast enough. */
const first = 200;

/** Callback for the number of rows that a statement has written. */
type Wrote = (sql: string, rows: number) => Promise<void>;

const known = new WeakMap<ClientBase, Wrote>();

/**
 * Discards the cached query plans of a connection whenever the number of rows that a statement has written doubles.
 * PostgreSQL plans a statement once, and a plan for ten rows may scan a table with ten thousand rows. The row counts
 * belong to the connection and continue after a unit of work ends.
 */
export function freshPlans(client: ClientBase): Wrote {
  const wrote = known.get(client) ?? counting(client);
  known.set(client, wrote);
  return wrote;
}

function counting(client: ClientBase): Wrote {
  const tables = new Map<string, { written: number; due: number }>();
  return async (sql, rows) => {
    const table = tables.get(sql) ?? { written: 0, due: first };
    tables.set(sql, table);
    table.written += rows;
    if (table.written < table.due) return;
    table.due = 2 * table.written;
    try {
      await client.query("DISCARD PLANS");
    } catch (error) {
      // Ignore this error, because it follows from the error of an earlier statement, which is reported.
      if (!isInFailedTransaction(error)) throw error;
    }
  };
}

const isInFailedTransaction = (error: unknown): boolean => (error as { readonly code?: unknown }).code === "25P02";
