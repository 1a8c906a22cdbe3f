import type { DatabaseOptions } from "../database/database.js";
import type { Trace } from "./wire/trace.js";

/** Options for opening a PostgreSQL database, with all defaults applied. */
export type PostgresOptions = Required<Omit<DatabaseOptions, "maxLogBytes" | "onMigrated">> &
  Pick<DatabaseOptions, "onMigrated"> & { readonly trace?: Trace };
