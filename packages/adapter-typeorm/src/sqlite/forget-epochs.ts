import Database from "better-sqlite3";

/**
 * Deletes the epochs of all accounts from a database file that is not in use.
 * A server that opens the file creates new epochs, so change cursors from before the backup or restore expire.
 * Databases of older versions have no epochs.
 */
export function forgetEpochs(file: string): void {
  const database = new Database(file, { fileMustExist: true });
  try {
    database.pragma("trusted_schema = OFF");
    const found = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'epochs'").get();
    if (found) database.prepare("DELETE FROM epochs").run();
  } finally {
    database.close();
  }
}
