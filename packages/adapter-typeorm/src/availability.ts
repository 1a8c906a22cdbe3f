import { databaseClosed, databaseNotMigrated } from "./database-errors.js";

/** Whether a database may be used: it has not been closed, it is still there, and it is up to date. */
export type Availability = {
  /** Refuses whoever comes after the closing. */
  requireOpen(): void;
  /** Refuses a database with pending migrations. */
  requireUpToDate(): Promise<void>;
  /** Refuses a database that is no longer the one that was opened. */
  requirePresent(): void;
  /** All of it, for what only reads: that the database is present, once in ten milliseconds. */
  require(): Promise<void>;
  close(): void;
};

/** Of a database that is open; `pending` is asked until it answers that nothing is, `requirePresent` every time. */
export function availabilityOf(
  pending: () => Promise<readonly string[]>,
  requirePresent: () => void = () => {},
): Availability {
  const requirePresentNowAndThen = nowAndThen(requirePresent);
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
    requirePresent,
    async require() {
      availability.requireOpen();
      requirePresentNowAndThen();
      await availability.requireUpToDate();
    },
    close() {
      isClosed = true;
    },
  };
  return availability;
}

/** For how many milliseconds a database that was present counts as present for what only reads. */
const presence = 10;

/** What passes the check passes it for a moment: whoever reads then might as well have come a little earlier. */
function nowAndThen(check: () => void): () => void {
  let checkedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - checkedAt < presence) return;
    check();
    checkedAt = now;
  };
}
