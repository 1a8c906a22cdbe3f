import type { DatabaseOptions } from "../database.js";
import type { Trace } from "./trace.js";

/** What opening a database takes: everything decided, nothing left to defaults. */
export type PostgresOptions = Required<Omit<DatabaseOptions, "mostLog" | "onMigrated">> &
  Pick<DatabaseOptions, "onMigrated"> & { readonly trace?: Trace };
