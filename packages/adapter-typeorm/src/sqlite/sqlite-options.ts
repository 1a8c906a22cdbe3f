import type { DatabaseOptions } from "../database.js";
import type { Trace } from "./connect.js";

/** What opening a file takes: everything decided, nothing left to defaults. */
export type SqliteOptions = Required<Omit<DatabaseOptions, "url" | "migrationUrl" | "writers" | "onMigrated">> &
  Pick<DatabaseOptions, "onMigrated"> & {
    readonly file: string;
    readonly trace?: Trace;
  };
