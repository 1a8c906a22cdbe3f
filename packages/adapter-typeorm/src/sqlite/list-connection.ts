import Database from "better-sqlite3";
import type { Trace } from "./connect.js";
import { steadyLimits } from "./steady-limits.js";

/** A connection that reads one list at a time. It bypasses TypeORM, so that list rows never become objects. */
export type ListConnection = {
  readonly raw: Database.Database;
  /** Returns a prepared statement from the cache of this connection. */
  prepare(sql: string): Database.Statement<Values>;
};

/** Statement values by parameter name. */
export type Bound = Readonly<Record<string, string | number>>;

type Values = (Bound | string | number)[];

/** Maximum number of cached statements. Filters with any number of fields produce an unlimited number of statements. */
const mostKnown = 200;

/**
 * Opens a connection with a small page cache, because each list is read only once and many lists are read at a time.
 */
export function openListConnection(file: string, trace?: Trace): ListConnection {
  const raw = new Database(file, {
    readonly: true,
    fileMustExist: true,
    timeout: 0,
    ...(trace && { verbose: trace as () => void }),
  });
  raw.pragma("trusted_schema = OFF");
  raw.pragma("cache_size = -1000");
  const known = new Map<string, Database.Statement<Values>>();
  return {
    raw,
    prepare(sql) {
      const statement = known.get(sql) ?? raw.prepare<Values>(steadyLimits(sql));
      if (known.size >= mostKnown) known.clear();
      known.set(sql, statement);
      return statement;
    },
  };
}
