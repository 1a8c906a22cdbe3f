import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { CopyError } from "./copy-error.js";
import type { OpenTarget } from "./target.js";

type Kind = (place: string) => Promise<OpenTarget>;

/** Target types by URL prefix. The module of a target type is loaded on demand. */
const kinds: Readonly<Record<string, Kind>> = {
  sqlite: async (file) => (await import("./targets/sqlite-target.js")).sqliteTarget(await checkedFile(file)),
  postgres: async (url) => (await import("./targets/postgres-target.js")).postgresTarget(url),
  postgresql: async (url) => (await import("./targets/postgres-target.js")).postgresTarget(url),
  parquet: async (folder) => (await import("./targets/parquet-target.js")).parquetTarget(folder),
  duckdb: async (file) => (await import("./targets/duckdb-target.js")).duckdbTarget(await checkedFile(file)),
};

/** Accepted forms of the `--to` option. */
export const targets = "sqlite:FILE, postgres://..., duckdb:FILE or parquet:FOLDER";

/** Returns an error message if the `--to` option has an unknown form. Does not open the target. */
export function wrongTarget(to: string): string | undefined {
  const { kind, place } = partsOf(to);
  if (!Object.hasOwn(kinds, kind) || place === "") return `--to must be ${targets}.`;
  if (!kind.startsWith("postgres"))
    return /\?\w+=/.test(place) ? "--to must be a file without URL parameters." : undefined;
  if (!URL.canParse(to)) return "--to must be a URL, such as postgres://me@db/acme.";
  return [...new URL(to).searchParams.keys()].every((name) => parameters.includes(name))
    ? undefined
    : `--to can have only these URL parameters: ${parameters.join(", ")}. To choose a schema, add ?options=-c%20search_path%3DNAME.`;
}

/** Parameters of a PostgreSQL URL that the driver applies. It would ignore others. */
const parameters: readonly string[] = [
  ...["host", "port", "user", "password", "options", "application_name"],
  ...["statement_timeout", "lock_timeout", "query_timeout", "idle_in_transaction_session_timeout"],
  ...["ssl", "sslmode", "sslcert", "sslkey", "sslrootcert", "sslnegotiation", "uselibpqcompat"],
];

/**
 * Opens the target of a `--to` option such as `sqlite:FILE`.
 * Throws a `CopyError` with the code `unknown_target` for unknown prefixes.
 */
export async function openTarget(to: string): Promise<OpenTarget> {
  const { kind, place } = partsOf(to);
  const open = kinds[kind];
  const wrong = wrongTarget(to);
  if (!open || wrong !== undefined) throw new CopyError("unknown_target", wrong ?? `--to must be ${targets}.`);
  return open(kind.startsWith("postgres") ? to : place);
}

function partsOf(to: string) {
  const [, kind = "", place = ""] = /^([a-z]+):(.+)$/s.exec(to) ?? [];
  return { kind, place };
}

/** Throws a `CopyError` if the database file is a folder or its parent folder does not exist. */
async function checkedFile(file: string): Promise<string> {
  const isFolder = async (path: string) => (await stat(path).catch(() => undefined))?.isDirectory();
  const folder = dirname(file);
  if ((await isFolder(folder)) !== true)
    throw new CopyError(
      "missing_folder",
      `The folder ${folder} of the target does not exist. Create it, or correct --to.`,
    );
  if ((await isFolder(file)) === true)
    throw new CopyError("target_is_folder", `The target ${file} is a folder. Specify the name of a file in --to.`);
  return file;
}
