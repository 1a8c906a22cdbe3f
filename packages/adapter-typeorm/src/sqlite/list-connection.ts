import Database from "better-sqlite3";
import type { Trace } from "./connect.js";
import { steadyLimits } from "./steady-limits.js";

/** Connection that reads one list at a time. It bypasses TypeORM, so that list rows never become JavaScript objects. */
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
      if (known.size >= maxCached) known.clear();
      known.set(sql, statement);
      return statement;
    },
  };
}
