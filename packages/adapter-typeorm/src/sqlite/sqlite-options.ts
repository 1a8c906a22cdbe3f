import type { DatabaseOptions } from "../database/database.js";
import type { Trace } from "./connect.js";

/** Options for opening a SQLite file, with all defaults applied. */
export type SqliteOptions = Required<Omit<DatabaseOptions, "url" | "migrationUrl" | "writers" | "onMigrated">> &
  Pick<DatabaseOptions, "onMigrated"> & {
    readonly file: string;
    readonly trace?: Trace;
  };
