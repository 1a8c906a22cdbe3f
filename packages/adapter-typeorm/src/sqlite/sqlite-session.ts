import type Database from "better-sqlite3";
import type { Insertion, Session, Value } from "../engine/session.js";
import { namesOf } from "../tables/columns.js";
import { sqliteDialect } from "./sqlite-dialect.js";
import { orFailure } from "./sqlite-failure.js";
import { steadyLimits } from "./steady-limits.js";

/** Prepared statement with `?` parameters. For each parameter, `order` contains the index of its value. */
type Prepared = {
  readonly statement: Database.Statement<unknown[], Record<string, unknown>>;
  readonly order: readonly number[];
};

/**
 * Returns the session of a connection.
 * Calls the driver directly for speed, because every request reads from the database.
 */
export function sqliteSession(raw: Database.Database): Session {
  const known = new Map<string, Prepared>();

  function prepared(sql: string): Prepared {
    const found = known.get(sql) ?? prepare(raw, sql);
    known.set(sql, found);
    return found;
  }

  // Insert row by row, because the driver binds values faster than SQLite parses them from JSON.
  const insert: Session["insert"] = (insertion, rows) =>
    orFailure(() => {
      const { statement } = prepared(insertionOf(insertion));
      const hasFlags = insertion.columns.some(({ kind }) => kind === "flag");
      let touched = 0;
      // Spread the values into arguments, because the driver binds arguments faster than an array.
      for (const row of rows) touched += statement.run(...(hasFlags ? row.map(bound) : row)).changes;
      return touched;
    });

  return {
    dialect: sqliteDialect,
    query: (sql, values = []) =>
      orFailure(() => {
        const { statement, order } = prepared(sql);
        return statement.all(...inOrder(order, values));
      }),
    run: (sql, values = []) =>
      orFailure(() => {
        const { statement, order } = prepared(sql);
        return statement.run(...inOrder(order, values)).changes;
      }),
    insert,
    async put(insertion, rows) {
      await insert(insertion, rows);
    },
    attempt: async () => false,
    withSecond: (work) => work(undefined),
    enter: async () => {},
  };
}

function prepare(raw: Database.Database, sql: string): Prepared {
  const order: number[] = [];
  const text = steadyLimits(sql).replace(/\$(\d+)/g, (_, number: string) => {
    order.push(Number(number) - 1);
    return "?";
  });
  return { statement: raw.prepare(text), order };
}

function insertionOf({ table, columns, action }: Insertion): string {
  const places = columns.map(({ kind }, index) => (kind === "bytes" ? `CAST($${index + 1} AS BLOB)` : `$${index + 1}`));
  return `INSERT INTO ${table} (${namesOf(columns)}) VALUES (${places.join(", ")}) ${action}`;
}

/** Converts booleans to numbers, because SQLite has no boolean type. */
const bound = (value: Value | undefined): unknown => (typeof value === "boolean" ? Number(value) : value);

const inOrder = (order: readonly number[], values: readonly Value[]): unknown[] =>
  order.map((index) => bound(values[index]));
