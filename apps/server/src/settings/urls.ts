import { resolve } from "node:path";

/** Whether a URL names a database on a PostgreSQL server. */
export const isPostgresUrl = (text: string): boolean =>
  /^postgres(ql)?:\/\/[^\s\0]+$/i.test(text) && URL.canParse(text) && /^\/[^/]+$/.test(new URL(text).pathname);

/** Absolute path of the file that a SQLite URL names. */
export const databaseFile = (url: string): string => resolve(url.replace(/^sqlite:/, ""));

/** Scheme, host, perhaps a port and a path: what paths can be added to. */
export const isBaseUrl = (text: string): boolean =>
  /^https?:\/\/[^\s?#@\\]+[^\s?#@\\/]$/i.test(text) && URL.canParse(text) && new URL(text).username === "";
