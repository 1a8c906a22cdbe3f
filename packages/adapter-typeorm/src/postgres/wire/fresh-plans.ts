import type { ClientBase } from "pg";

/** Number of written rows. Below it, every query plan is fast enough. */
const first = 200;

/** Callback that receives the number of rows that a statement has written. */
type Wrote = (sql: string, rows: number) => Promise<void>;

const known = new WeakMap<ClientBase, Wrote>();

/**
 * Discards a connection's cached query plans each time the number of rows written by a statement doubles.
 * PostgreSQL plans a statement only once, and a plan for ten rows may scan a table with ten thousand rows.
 * Each connection keeps its row counts when a unit of work ends.
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
      // Ignore this error. It only follows from an error of an earlier statement, which is reported.
      if (!isInFailedTransaction(error)) throw error;
    }
  };
}

const isInFailedTransaction = (error: unknown): boolean => (error as { readonly code?: unknown }).code === "25P02";
