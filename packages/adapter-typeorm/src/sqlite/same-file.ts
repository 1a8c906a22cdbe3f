import { statSync } from "node:fs";
import { databaseReplaced } from "../database/database-errors.js";

/**
 * Returns a check that a path still refers to the file that was opened.
 * The check throws `database_replaced` if the file was moved, deleted or replaced, because later writes would be lost.
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
