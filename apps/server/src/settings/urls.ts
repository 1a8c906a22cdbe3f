import { resolve } from "node:path";

/** True if a URL names a database on a PostgreSQL server. */
export const isPostgresUrl = (text: string): boolean =>
  /^postgres(ql)?:\/\/[^\s\0]+$/i.test(text) && URL.canParse(text) && /^\/[^/]+$/.test(new URL(text).pathname);

/** Returns the absolute path of the file in a SQLite URL. */
export const databaseFile = (url: string): string => resolve(url.replace(/^sqlite:/, ""));

/** True if a string is an HTTP URL to which paths can be appended: with a host, and optionally a port and a path. */
export const isBaseUrl = (text: string): boolean =>
  /^https?:\/\/[^\s?#@\\]+[^\s?#@\\/]$/i.test(text) && URL.canParse(text) && new URL(text).username === "";
