import { isDomainError } from "@repute/domain";
import { Client, type ClientConfig, Pool, type PoolClient } from "pg";
import { databaseCertificateMissing, databaseSessionShared } from "../database-errors.js";
import type { Session } from "../engine.js";
import { connectFailure } from "./postgres-failure.js";
import { type Behind, postgresSession, type Trace, valueTypes } from "./postgres-session.js";

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
  readonly raw: Pool;
  connect(): Promise<PostgresConnection>;
  close(): Promise<void>;
};

/**
 * Maximum size of the driver's pool. It is practically unlimited, because the callers limit the number of connections.
 */
const maxConnections = 10_000;

const idleMilliseconds = 30_000;

/** Connects to a PostgreSQL server. `patience` is the connection timeout in milliseconds. */
export async function connectPool(url: string, patience: number, trace?: Trace): Promise<PostgresPool> {
  await tryOut({ connectionString: url, connectionTimeoutMillis: patience });
  const raw = new Pool({
    application_name: "repute",
    connectionString: url,
    connectionTimeoutMillis: patience,
    idleTimeoutMillis: idleMilliseconds,
    keepAlive: true,
    max: maxConnections,
    types: valueTypes,
  });
  // Ignore errors of idle connections, because the pool replaces broken connections on demand.
  raw.on("error", () => {});
  return { raw, connect: () => connect(raw, trace), close: () => raw.end() };
}

/**
 * Tests a connection configuration by opening two connections and closing them again.
 * A pool would keep a rejected connection half open, which would prevent the process from exiting.
 * The second connection detects a pooler that assigns a different session to each transaction.
 * With such a pooler, prepared statements are lost or reach another client.
 */
async function tryOut(config: ClientConfig): Promise<void> {
  const clients = [clientOf(config), clientOf(config)] as const;
  try {
    for (const client of clients) {
      client.on("error", () => {});
      await client.connect();
    }
    await requireOwnSessions(...clients);
  } catch (error) {
    throw isDomainError(error) ? error : connectFailure(error);
  } finally {
    for (const client of clients) await client.end();
  }
}

/** Creates a client. Reads the certificate files that the URL names. */
function clientOf(config: ClientConfig): Client {
  try {
    return new Client(config);
  } catch (error) {
    if (typeof error === "object" && error !== null && "syscall" in error) throw databaseCertificateMissing(error);
    throw error;
  }
}

/**
 * Throws if the first connection does not keep its own session while a transaction is open on the second connection.
 */
async function requireOwnSessions(first: Client, second: Client): Promise<void> {
  const before = await sessionOf(first);
  await second.query("BEGIN").catch(refusedByPooler);
  const secondSession = await sessionOf(second);
  if (secondSession === before || (await sessionOf(first)) !== before) throw databaseSessionShared();
}

async function sessionOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ session: string }>(
    "SELECT concat(pg_backend_pid(), ' ', pg_postmaster_start_time()) AS session",
  );
  return rows[0]?.session ?? "";
}

/** Throws a clear error instead of PgBouncer's error about transactions in statement pooling mode. */
function refusedByPooler(error: unknown): never {
  throw error instanceof Error && error.message.includes("pooling mode") ? databaseSessionShared() : error;
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
