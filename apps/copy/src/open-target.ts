import { CopyError } from "./copy-error.js";
import type { OpenTarget } from "./target.js";

type Kind = (place: string) => Promise<OpenTarget>;

/** Target types by URL prefix. Each target's module is loaded on demand. */
const kinds: Readonly<Record<string, Kind>> = {
  sqlite: async (file) => (await import("./sqlite/sqlite-target.js")).sqliteTarget(file),
  postgres: async (url) => (await import("./postgres/postgres-target.js")).postgresTarget(url),
  postgresql: async (url) => (await import("./postgres/postgres-target.js")).postgresTarget(url),
  parquet: async (folder) => (await import("./parquet/parquet-target.js")).parquetTarget(folder),
  duckdb: async (file) => (await import("./duckdb/duckdb-target.js")).duckdbTarget(file),
};

/**
 * Opens the target for a `--to` value such as `sqlite:FILE`. Throws a `CopyError` (`unknown_target`) for other
 * prefixes.
 */
export async function openTarget(to: string): Promise<OpenTarget> {
  const [, kind = "", place = ""] = /^([a-z]+):(.+)$/s.exec(to) ?? [];
  const open = kinds[kind];
  if (!open) throw new CopyError("unknown_target", `--to must be ${expected}.`);
  return open(kind.startsWith("postgres") ? to : place);
}

const expected = "sqlite:FILE, postgres://..., duckdb:FILE or parquet:FOLDER";
