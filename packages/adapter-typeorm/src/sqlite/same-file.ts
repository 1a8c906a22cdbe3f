import { statSync } from "node:fs";
import { databaseReplaced } from "../database-errors.js";

/**
 * Remembers which file a database was opened as; what it gives back throws `database_replaced` once another one, or none,
 * has its name: whatever is written then goes to a file that nobody will ever open again.
 */
export function sameFileAs(file: string): () => void {
  const names = [file, `${file}-wal`];
  const opened = names.map(identityOf);
  return () => {
    if (names.some((name, index) => identityOf(name) !== opened[index])) throw databaseReplaced();
  };
}

function identityOf(name: string): string | undefined {
  const found = statSync(name, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
