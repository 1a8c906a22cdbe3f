import { migrationNames } from "./migrations/migrations.js";
import { databaseClosed, databaseNotMigrated } from "./database-errors.js";

/** Whether a database may be used: it has not been closed, it is still there, and it is up to date. */
export type Availability = {
  /** Refuses whoever comes after the closing. */
  requireOpen(): void;
  /** Refuses a database with pending migrations. */
  requireUpToDate(): Promise<void>;
  /** Refuses a database that is no longer the one that was opened. */
  requirePresent(): void;
  /** All of it, for what only reads: that the database is present, once in a turn of the event loop. */
  require(): Promise<void>;
  close(): void;
};

/** Of a database that is open; `pending` is asked until it answers that nothing is, `requirePresent` every time. */
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

/** What passes the check passes it until the loop turns: all of it is asked at the same time. */
function onceATurn(check: () => void): () => void {
  let isChecked = false;
  return () => {
    if (isChecked) return;
    check();
    isChecked = true;
    setImmediate(() => (isChecked = false));
  };
}
