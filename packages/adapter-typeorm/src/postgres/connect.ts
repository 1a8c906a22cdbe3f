import pg, { type Pool, type PoolClient } from "pg";
import { DataSource } from "typeorm";
import type { PostgresDriver } from "typeorm/driver/postgres/PostgresDriver.js";
import type { Session } from "../engine/session.js";
import { silentLogger } from "../engine/silent-logger.js";
import { migrations } from "../tables/migrations/migrations.js";
import { connectFailure } from "./postgres-failure.js";
import { postgresSession } from "./postgres-session.js";
import { tryOut } from "./try-out.js";
import type { Behind } from "./wire/behind.js";
import type { Trace } from "./wire/trace.js";
import { valueTypes } from "./wire/value-types.js";

/** Pooled connection that only one task uses at a time. */
export type PostgresConnection = {
  readonly client: PoolClient;
  readonly session: Session & Pick<Behind, "settle">;
  /**
   * Returns the connection to the pool. If `closeIt` is true, closes the connection, which is broken or still busy.
   * Calling it twice is safe.
   */
  release(closeIt?: boolean): void;
};

/** Connection pool for one database and one role. */
export type PostgresPool = {
  readonly source: DataSource;
  connect(): Promise<PostgresConnection>;
  close(): Promise<void>;
};

/**
 * Maximum size of the driver's pool. It is practically unlimited, because the callers limit the number of connections.
 */
const maxPause = 10_000;
const idleMilliseconds = 30_000;

/** Connects to a PostgreSQL server. `patience` is the connection timeout in milliseconds. */
export async function connectPool(url: string, patience: number, trace?: Trace): Promise<PostgresPool> {
  await tryOut({ connectionString: url, connectionTimeoutMillis: patience });
  const source = new DataSource({
    type: "postgres",
    driver: pg,
    migrations: [...migrations],
    logger: silentLogger,
    installExtensions: false,
    applicationName: "repute",
    // Ignore errors of idle connections, because the pool replaces broken connections on demand.
    poolErrorHandler: () => {},
    extra: {
      connectionString: url,
      connectionTimeoutMillis: patience,
      idleTimeoutMillis: idleMilliseconds,
      keepAlive: true,
      max: maxPause,
      types: valueTypes,
    },
  });
  await source.initialize().catch((error: unknown) => {
    throw connectFailure(error);
  });
  const pool = (source.driver as PostgresDriver).master as Pool;
  return { source, connect: () => connect(pool, trace), close: () => source.destroy() };
}

async function connect(pool: Pool, trace?: Trace): Promise<PostgresConnection> {
  const client = await pool.connect().catch((error: unknown) => {
    throw connectFailure(error);
  });
  let released = false;
  // Ignore this error event, because the running statement also rejects. Without a listener, Node.js would exit.
  const ignore = () => {};
  client.on("error", ignore);
  return {
    client,
    session: postgresSession(client, trace),
    release(closeIt = false) {
      if (released) return;
      released = true;
      client.off("error", ignore);
      client.release(closeIt);
    },
  };
}
