import type { ClientBase } from "pg";

/** So few rows are soon read, whatever the plan. */
const first = 200;

/** To be told how many rows a statement has written. */
type Wrote = (sql: string, rows: number) => Promise<void>;

const known = new WeakMap<ClientBase, Wrote>();

/**
 * Has the statements of a connection planned again while it fills tables, each time that one of them has twice as many rows:
 * PostgreSQL plans a statement once, and what it found good for a table of ten rows may read all of a table of ten thousand.
 * A connection remembers what it wrote for whoever used it before.
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
    await client.query("DISCARD PLANS");
  };
}
