import { migrationNames } from "../tables/migrations/migrations.js";
import { databaseClosed, databaseNotMigrated } from "./database-errors.js";

/** Checks that a database is open, that its file is in place, and that its migrations are applied. */
export type Availability = {
  /** Throws `database_closed` if the database has been closed. */
  requireOpen(): void;
  /** Throws `database_not_migrated` if migrations are pending. */
  requireUpToDate(): Promise<void>;
  /** Throws `database_replaced` if the path no longer refers to the file that was opened. */
  requirePresent(): void;
  /** Runs all checks before a read. The file is checked at most once per turn of the event loop. */
  require(): Promise<void>;
  close(): void;
};

/**
 * Returns the checks for an open database.
 * `pending` returns the pending migrations, and is called until none are pending.
 * `requirePresent` throws if the database file has been moved or replaced.
 */
export function availabilityOf(
  pending: () => Promise<readonly string[]>,
  requirePresent: () => void = () => {},
): Availability {
  const requirePresentPerTick = oncePerTick(requirePresent);
  let isClosed = false;
  let isUpToDate = false;
  const availability: Availability = {
    requireOpen() {
      if (isClosed) throw databaseClosed();
    },
    async requireUpToDate() {
      if (isUpToDate) return;
      const { length } = await pending();
      if (length > 0) throw databaseNotMigrated(length === migrationNames.length);
      isUpToDate = true;
    },
    requirePresent,
    async require() {
      availability.requireOpen();
      requirePresentPerTick();
      await availability.requireUpToDate();
    },
    close() {
      isClosed = true;
    },
  };
  return availability;
}

/** Runs a check at most once per turn of the event loop. If the check throws, the next call runs it again. */
function oncePerTick(check: () => void): () => void {
  let isChecked = false;
  return () => {
    if (isChecked) return;
    check();
    isChecked = true;
    setImmediate(() => (isChecked = false));
  };
}
