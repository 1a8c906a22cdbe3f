import { resolve } from "node:path";

/** Whether a URL names a database on a PostgreSQL server. */
export const isPostgresUrl = (text: string): boolean =>
  /^postgres(ql)?:\/\/[^\s\0]+$/i.test(text) && URL.canParse(text) && /^\/[^/]+$/.test(new URL(text).pathname);

/** Returns the absolute path of the file in a SQLite URL. */
export const databaseFile = (url: string): string => resolve(url.replace(/^sqlite:/, ""));

/** Whether a string is an HTTP URL with a host, and optionally a port and a path, to which paths can be appended. */
export const isBaseUrl = (text: string): boolean =>
  /^https?:\/\/[^\s?#@\\]+[^\s?#@\\/]$/i.test(text) && URL.canParse(text) && new URL(text).username === "";
