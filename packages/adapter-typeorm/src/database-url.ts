import { resolve } from "node:path";
import { invalidDatabaseUrl } from "./database-errors.js";

const forms = "a database URL reads sqlite:./path/to/file.db or sqlite:/path/to/file.db";

/** The file that a database URL names. The URL itself is never repeated: it may hold a password. */
export function databaseFile(url: string): string {
  if (/^postgres(ql)?:/i.test(url)) {
    throw invalidDatabaseUrl(`this version stores in SQLite only, PostgreSQL is not supported yet: ${forms}`);
  }
  const path = /^sqlite:(?!\/\/)([^\0]+)$/.exec(url)?.[1]?.trim();
  if (!path || path.startsWith(":") || path.endsWith("/")) throw invalidDatabaseUrl(forms);
  return resolve(path);
}
