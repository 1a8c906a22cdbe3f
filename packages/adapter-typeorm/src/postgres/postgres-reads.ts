import type { AccountId } from "@repute/domain";
import { type Nesting, nesting } from "../concurrency/nesting.js";
import type { Pool } from "../concurrency/pool.js";
import type { Availability } from "../database/availability.js";
import type { Session } from "../engine/session.js";
import type { PostgresConnection } from "./connect.js";
import { postgresDialect } from "./postgres-dialect.js";
import { snapshot } from "./transaction.js";

/**
 * Runs reads on pooled connections.
 * A read inside another read or a unit of work gets an extra connection above the limit, to avoid a deadlock.
 */
export function postgresReads(connections: Pool<PostgresConnection>, units: Nesting, availability: Availability) {
  const reads = nesting();

  async function take<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    await availability.require();
    const connection = await connections.take(reads.isInside() || units.isInside());
    try {
      return await work(connection);
    } finally {
      await connections.give(connection);
    }
  }

  const latest: Session = {
    dialect: postgresDialect,
    query: (...statement) => take(({ session }) => session.query(...statement)),
    run: (...statement) => take(({ session }) => session.run(...statement)),
    insert: (...rows) => take(({ session }) => session.insert(...rows)),
    put: (...rows) =>
      take(async ({ session }) => {
        await session.put(...rows);
        await session.settle();
      }),
    attempt: async () => false,
    withSecond: (work) => work(undefined),
    enter: (account) => take(({ session }) => session.enter(account)),
  };

  return {
    /** Runs `work` on one consistent snapshot of an account's rows. */
    read: <T>(account: AccountId, work: (session: Session) => Promise<T>) =>
      take((connection) => reads.run(() => snapshot(connection, account, () => work(connection.session)))),
    /** Session in which each statement sees the latest commit. */
    latest,
  };
}
