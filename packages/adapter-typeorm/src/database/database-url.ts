import { resolve } from "node:path";
import { invalidDatabaseUrl, notEmbedded } from "./database-errors.js";

const forms =
  "the database URL must be sqlite:./path/to/file.db, sqlite:/path/to/file.db or postgres://user:password@host:5432/database";

export const isPostgresUrl = (url: string): boolean => /^postgres(ql)?:/i.test(url);

/**
 * Returns the absolute file path from a SQLite URL. Errors never include the URL, because it may contain a password.
 */
export function databaseFile(url: string): string {
  if (isPostgresUrl(url)) throw notEmbedded();
  const path = /^sqlite:(?!\/\/)([^\0]+)$/.exec(url)?.[1]?.trim();
  if (!path || path.startsWith(":") || path.endsWith("/")) throw invalidDatabaseUrl(forms);
  return resolve(path);
}

/** Returns the URL unchanged. Throws `invalid_database_url` unless the URL names a PostgreSQL database. */
export function postgresUrl(url: string): string {
  const { pathname, protocol } = URL.canParse(url) ? new URL(url) : { pathname: "", protocol: "" };
  if (!isPostgresUrl(protocol) || !/^\/[^/]+$/.test(pathname)) throw invalidDatabaseUrl(forms);
  return url;
}

/** Returns a database name for logs: a file path, or a host and a database. Never includes the user or the password. */
export function databaseName(url: string): string {
  if (!isPostgresUrl(url)) return databaseFile(url);
  const { host, pathname } = new URL(postgresUrl(url));
  return `${host}${pathname}`;
}
