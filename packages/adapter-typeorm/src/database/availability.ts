import { migrationNames } from "../tables/migrations/migrations.js";
import { databaseClosed, databaseNotMigrated } from "./database-errors.js";

/** Whether a database can be used: it is open, present and up to date. */
export type Availability = {
  /** Throws `database_closed` after the database was closed. */
  requireOpen(): void;
  /** Throws `database_not_migrated` if migrations are pending. */
  requireUpToDate(): Promise<void>;
  /** Throws `database_replaced` if the path no longer names the opened database. */
  requirePresent(): void;
  /** Runs all checks for a read. Checks presence at most once per turn of the event loop. */
  require(): Promise<void>;
  close(): void;
};

/**
 * Returns the availability of an open database. `pending` is called until no migration is pending. `requirePresent` is
 * called for every check.
 */
export function availabilityOf(
  pending: () => Promise<readonly string[]>,
  requirePresent: () => void = () => {},
): Availability {
  const requirePresentInTurn = onceATurn(requirePresent);
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
      requirePresentInTurn();
      await availability.requireUpToDate();
    },
    close() {
      isClosed = true;
    },
  };
  return availability;
}

/** Runs a check at most once per turn of the event loop. A check that throws runs again. */
function onceATurn(check: () => void): () => void {
  let isChecked = false;
  return () => {
    if (isChecked) return;
    check();
    isChecked = true;
    setImmediate(() => (isChecked = false));
  };
}
