import Database from "better-sqlite3";
import type { Trace } from "./connect.js";
import { steadyLimits } from "./steady-limits.js";

/** A connection that reads one list at a time. Without TypeORM: no row of a list ever becomes an object. */
export type ListConnection = {
  readonly raw: Database.Database;
  /** A statement, prepared once a connection while it is in use. */
  prepare(sql: string): Database.Statement<Values>;
};

/** Values by the names that a statement gives them. */
export type Bound = Readonly<Record<string, string | number>>;

/** Those, or values by their place. */
type Values = (Bound | string | number)[];

/** Filters may name any number of fields, so there is no end of statements. */
const mostKnown = 200;

/** Opens a connection with a small page cache: lists are read once through, and many are read at a time. */
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
