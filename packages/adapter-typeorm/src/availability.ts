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
  const present = nowAndThen(requirePresent);
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
    requirePresent: present.now,
    async require() {
      availability.requireOpen();
      present.nowAndThen();
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
function nowAndThen(check: () => void) {
  let checkedAt = Number.NEGATIVE_INFINITY;
  const now = () => {
    // What fails it once is looked at again by the next.
    checkedAt = Number.NEGATIVE_INFINITY;
    check();
    checkedAt = performance.now();
  };
  return {
    now,
    nowAndThen() {
      if (performance.now() - checkedAt >= presence) now();
    },
  };
}
