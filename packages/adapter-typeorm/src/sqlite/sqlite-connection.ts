import Database from "better-sqlite3";
import type { Insertion, Session, Value } from "../engine.js";
import { namesOf } from "../tables/columns.js";
import { sqliteDialect } from "./sqlite-dialect.js";
import { orFailure } from "./sqlite-failure.js";

/** Callback for each SQL statement with its values. Used only in tests. */
export type Trace = (sql: string) => void;

/** Connection to a SQLite file, and its session. */
export type SqliteConnection = { readonly session: Session; readonly raw: Database.Database };

/*
 * Settings of the write connection. The page cache holds the pages that a unit of work changes.
 * A smaller cache would write pages early and read them again when rows arrive in random order.
 * Each commit is synced to disk before it is acknowledged.
 */
const writerPragmas = [
  ...["foreign_keys = ON", "trusted_schema = OFF"],
  ...["synchronous = FULL", "cache_size = -32000", "journal_size_limit = 67108864"],
  // Overwrite deleted content, so that free pages contain no data of an erased person.
  "secure_delete = ON",
];
const readerPragmas = ["trusted_schema = OFF", "query_only = ON", "cache_size = -2000"];

export const connectWriter = (file: string, trace?: Trace): SqliteConnection =>
  connect(file, false, writerPragmas, trace);

export const connectReader = (file: string, trace?: Trace): SqliteConnection =>
  connect(file, true, readerPragmas, trace);

function connect(file: string, readonly: boolean, pragmas: readonly string[], trace?: Trace): SqliteConnection {
  const raw = open(file, readonly, trace);
  try {
    for (const pragma of pragmas) raw.pragma(pragma);
    // Make SQLite read the file. If the connection is not read-only, SQLite also creates the write-ahead log.
    raw.pragma("schema_version");
    return { session: sqliteSession(raw), raw };
  } catch (error) {
    raw.close();
    throw error;
  }
}

const open = (file: string, readonly: boolean, trace?: Trace): Database.Database =>
  new Database(file, { readonly, fileMustExist: true, timeout: 0, ...(trace && { verbose: trace as () => void }) });

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
      // An update that checks foreign keys copies every page to a temporary file first. An insert does not.
      const plain = insertion.action.includes("DO UPDATE") && prepared(insertionOf({ ...insertion, action: skipping }));
      const hasFlags = insertion.columns.some(({ kind }) => kind === "flag");
      let touched = 0;
      for (const row of rows) {
        const values = hasFlags ? row.map(bound) : row;
        // Spread the values into arguments, because the driver binds arguments faster than an array.
        const isNew = plain && plain.statement.run(...values).changes > 0;
        touched += isNew ? 1 : statement.run(...values).changes;
      }
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

const skipping = "ON CONFLICT DO NOTHING";

function insertionOf({ table, columns, action }: Insertion): string {
  const places = columns.map(({ kind }, index) => (kind === "bytes" ? `CAST($${index + 1} AS BLOB)` : `$${index + 1}`));
  return `INSERT INTO ${table} (${namesOf(columns)}) VALUES (${places.join(", ")}) ${action}`;
}

/** Converts booleans to numbers, because SQLite has no boolean type. */
const bound = (value: Value | undefined): unknown => (typeof value === "boolean" ? Number(value) : value);

const inOrder = (order: readonly number[], values: readonly Value[]): unknown[] =>
  order.map((index) => bound(values[index]));

/** Connection that reads one list at a time. List rows never become JavaScript objects. */
export type ListConnection = {
  readonly raw: Database.Database;
  /** Prepares a statement, or returns it from the statement cache of this connection. */
  prepare(sql: string): Database.Statement<Values>;
};

/** Statement values by parameter name. */
export type Bound = Readonly<Record<string, string | number>>;

type Values = (Bound | string | number)[];

/** Maximum number of cached statements. Filters can produce any number of different statements. */
const maxCached = 200;

/**
 * Opens a read-only connection for lists.
 * Its page cache is small, because each list is read only once, and because many connections are open.
 */
export function openListConnection(file: string, trace?: Trace): ListConnection {
  const raw = open(file, true, trace);
  raw.pragma("trusted_schema = OFF");
  raw.pragma("cache_size = -1000");
  const known = new Map<string, Database.Statement<Values>>();
  return {
    raw,
    prepare(sql) {
      const statement = known.get(sql) ?? raw.prepare<Values>(steadyLimits(sql));
      if (known.size >= maxCached) known.clear();
      known.set(sql, statement);
      return statement;
    },
  };
}

/**
 * Rewrites bound limits in a SQL statement as sums, such as `LIMIT ? + 0`.
 * SQLite plans a statement with `LIMIT ?` again on each run, because the plan may depend on the value.
 * SQLite does not evaluate a sum during planning. For a short list, planning would take longer than reading.
 */
export const steadyLimits = (sql: string): string => sql.replace(/\b(LIMIT|OFFSET) ([$@]\w+|\?)/g, "$1 $2 + 0");
