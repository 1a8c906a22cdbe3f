import { resolve } from "node:path";
import { invalidDatabaseUrl, notEmbedded } from "./database-errors.js";

const forms =
  "the database URL must be sqlite:./path/to/file.db, sqlite:/path/to/file.db or postgres://user:password@host:5432/database";

/** Whether a URL is meant to name a database on a PostgreSQL server. */
export const isPostgresUrl = (url: string): boolean => /^postgres(ql)?:/i.test(url);

/** The file that a database URL names. The URL itself is never repeated: it may hold a password. */
export function databaseFile(url: string): string {
  if (isPostgresUrl(url)) throw notEmbedded();
  const path = /^sqlite:(?!\/\/)([^\0]+)$/.exec(url)?.[1]?.trim();
  if (!path || path.startsWith(":") || path.endsWith("/")) throw invalidDatabaseUrl(forms);
  return resolve(path);
}

/** The same URL, if it names a database on a PostgreSQL server. */
export function postgresUrl(url: string): string {
  const { pathname, protocol } = URL.canParse(url) ? new URL(url) : { pathname: "", protocol: "" };
  if (!isPostgresUrl(protocol) || !/^\/[^/]+$/.test(pathname)) throw invalidDatabaseUrl(forms);
  return url;
}

/** What a database URL names, for logs: a file, or a server and a database; never who uses it or with which password. */
export function databaseName(url: string): string {
  if (!isPostgresUrl(url)) return databaseFile(url);
  const { host, pathname } = new URL(postgresUrl(url));
  return `${host}${pathname}`;
}
