import { resolve } from "node:path";
import { invalidDatabaseUrl, notEmbedded } from "./database-errors.js";

const forms =
  "the database URL must be sqlite:./path/to/file.db, sqlite:/path/to/file.db or postgres://user:password@host:5432/database";

/** Whether a URL uses the scheme of PostgreSQL. */
export const isPostgresUrl = (url: string): boolean => /^postgres(ql)?:/i.test(url);

/** Returns the file that a database URL names. Errors never include the URL, because it may contain a password. */
export function databaseFile(url: string): string {
  if (isPostgresUrl(url)) throw notEmbedded();
  const path = /^sqlite:(?!\/\/)([^\0]+)$/.exec(url)?.[1]?.trim();
  if (!path || path.startsWith(":") || path.endsWith("/")) throw invalidDatabaseUrl(forms);
  return resolve(path);
}

/** Returns the URL unchanged. Throws `invalid_database_url` unless it names a PostgreSQL database. */
export function postgresUrl(url: string): string {
  const { pathname, protocol } = URL.canParse(url) ? new URL(url) : { pathname: "", protocol: "" };
  if (!isPostgresUrl(protocol) || !/^\/[^/]+$/.test(pathname)) throw invalidDatabaseUrl(forms);
  return url;
}

/**
 * Returns the name of a database for logs: a file, or a host and a database. Never includes the user or the password.
 */
export function databaseName(url: string): string {
  if (!isPostgresUrl(url)) return databaseFile(url);
  const { host, pathname } = new URL(postgresUrl(url));
  return `${host}${pathname}`;
}
