import { databaseClosed, databaseNotMigrated } from "./database-errors.js";

/** Whether a database may be used: it has not been closed, and it is up to date. */
export type Availability = {
  /** Refuses whoever comes after the closing. */
  requireOpen(): void;
  /** Refuses a database with pending migrations. */
  requireUpToDate(): Promise<void>;
  /** Both. */
  require(): Promise<void>;
  close(): void;
};

/** Of a database that is open; `pending` is asked until it answers that nothing is. */
export function availabilityOf(pending: () => Promise<readonly string[]>): Availability {
  let isClosed = false;
  let isUpToDate = false;
  const availability: Availability = {
    requireOpen() {
      if (isClosed) throw databaseClosed();
    },
    async requireUpToDate() {
      if (isUpToDate) return;
      const { length } = await pending();
      if (length > 0) throw databaseNotMigrated(length);
      isUpToDate = true;
    },
    async require() {
      availability.requireOpen();
      await availability.requireUpToDate();
    },
    close() {
      isClosed = true;
    },
  };
  return availability;
}
