import { type Nesting, nesting } from "../concurrency/nesting.js";
import type { Pool } from "../concurrency/pool.js";
import type { Availability } from "../database/availability.js";
import type { Session } from "../engine/session.js";
import type { SqliteConnection } from "./connect.js";
import { snapshot } from "./transaction.js";

/** Runs `work` on one consistent snapshot of the database. */
export type Read = <T>(work: (session: Session) => Promise<T>) => Promise<T>;

/**
 * Returns a function that reads on pooled connections.
 * A read inside another read or a unit of work gets an extra connection above the limit, to avoid a deadlock.
 */
export function sqliteReads(connections: Pool<SqliteConnection>, units: Nesting, availability: Availability): Read {
  const reads = nesting();
  return async (work) => {
    await availability.require();
    const connection = await connections.take(reads.isInside() || units.isInside());
    try {
      return await reads.run(() => snapshot(connection.raw, () => work(connection.session)));
    } finally {
      await connections.give(connection);
    }
  };
}
