import type { ClientBase } from "pg";

/** Number of rows below which any plan is fast. */
const first = 200;

/** Reports the number of rows that a statement has written. */
type Wrote = (sql: string, rows: number) => Promise<void>;

const known = new WeakMap<ClientBase, Wrote>();

/**
 * Discards the cached plans of a connection whenever a statement has doubled the number of rows it has written.
 * PostgreSQL plans a statement once, and a plan for ten rows may scan a table of ten thousand. The counts belong to the
 * connection and outlast a unit of work.
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
      // A statement that was sent earlier has failed, for example on a full disk. That statement reports the reason.
      if (!isInFailedTransaction(error)) throw error;
    }
  };
}

const isInFailedTransaction = (error: unknown): boolean => (error as { readonly code?: unknown }).code === "25P02";
