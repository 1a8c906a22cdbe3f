import { databaseClosed, databaseNotMigrated } from "./database-errors.js";

/** Whether a database may be used: it has not been closed, and it is up to date. */
export type Gate = {
  /** Refuses whoever comes after the closing. */
  admit(): void;
  /** Refuses a database with pending migrations. */
  upToDate(): Promise<void>;
  /** Both. */
  ready(): Promise<void>;
  close(): void;
};

/** A gate that is open; `pending` is asked until it answers that nothing is. */
export function openGate(pending: () => Promise<readonly string[]>): Gate {
  let isClosed = false;
  let isUpToDate = false;
  const gate: Gate = {
    admit() {
      if (isClosed) throw databaseClosed();
    },
    async upToDate() {
      if (isUpToDate) return;
      const { length } = await pending();
      if (length > 0) throw databaseNotMigrated(length);
      isUpToDate = true;
    },
    async ready() {
      gate.admit();
      await gate.upToDate();
    },
    close() {
      isClosed = true;
    },
  };
  return gate;
}
