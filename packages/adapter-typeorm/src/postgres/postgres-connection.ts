import { isDomainError } from "@repute/domain";
import { Client, type ClientBase, type ClientConfig, Pool, type PoolClient } from "pg";
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
  const config = { connectionString: url, connectionTimeoutMillis: patience };
  requireCertificates(config);
  const raw = new Pool({
    ...config,
    Client: TidyClient,
    application_name: "repute",
    idleTimeoutMillis: idleMilliseconds,
    keepAlive: true,
    max: maxConnections,
    types: valueTypes,
  });
  // Ignore errors of idle connections, because the pool replaces broken connections on demand.
  raw.on("error", () => {});
  try {
    await requireOwnSessions(raw);
  } catch (error) {
    await raw.end();
    throw isDomainError(error) ? error : connectFailure(error);
  }
  return { raw, connect: () => connect(raw, trace), close: () => raw.end() };
}

/**
 * Ignores lost connections, because the running or next statement rejects too. Closes a rejected connection.
 * A pool listens only while a connection is idle. Without a listener, Node.js would exit.
 * A pool would keep a rejected connection half open, which would prevent the process from exiting.
 */
class TidyClient extends Client {
  constructor(config?: ClientConfig) {
    super(config);
    this.on("error", () => {});
  }

  override connect(): Promise<Client>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<Client> | void {
    if (!callback) return super.connect();
    super.connect((error: Error | null) => {
      if (error) void this.end();
      (callback as (error: Error | null, client: Client) => void)(error, this);
    });
  }
}

type Connected = ((error: Error) => void) | ((error: null, client: Client) => void);

/** Throws if a certificate file that the URL names cannot be read. A client reads these files before it connects. */
function requireCertificates(config: ClientConfig): void {
  try {
    new Client(config);
  } catch (error) {
    if (typeof error === "object" && error !== null && "syscall" in error) throw databaseCertificateMissing(error);
    throw error;
  }
}

/**
 * Throws if each transaction could run in a different session.
 * With such a pooler, prepared statements are lost or reach another client.
 */
async function requireOwnSessions(pool: Pool): Promise<void> {
  const first = await pool.connect();
  try {
    const before = await sessionOf(first);
    if (before.process === processOf(first)) return; // no pooler is in between
    await requireOwnSession(first, before.session, pool);
  } finally {
    first.release();
  }
}

/** Throws if a connection does not keep its session while a transaction is open on another connection. */
async function requireOwnSession(first: ClientBase, before: string, pool: Pool): Promise<void> {
  const second = await pool.connect();
  try {
    await second.query("BEGIN").catch(refusedByPooler);
    const other = await sessionOf(second);
    if (other.session === before || (await sessionOf(first)).session !== before) throw databaseSessionShared();
  } finally {
    second.release(true);
  }
}

async function sessionOf(client: ClientBase) {
  const { rows } = await client.query<{ process: number; session: string }>(
    `SELECT pg_backend_pid() AS process, concat(pg_backend_pid(), ' ', pg_postmaster_start_time()) AS session`,
  );
  return rows[0] ?? { process: 0, session: "" };
}

/** Returns the id that the server or a pooler gave the connection. A pooler does not know the id of the session. */
const processOf = (client: ClientBase) => (client as ClientBase & { readonly processID?: number }).processID;

/** Throws a clear error instead of PgBouncer's error about transactions in statement pooling mode. */
function refusedByPooler(error: unknown): never {
  throw error instanceof Error && error.message.includes("pooling mode") ? databaseSessionShared() : error;
}

async function connect(pool: Pool, trace?: Trace): Promise<PostgresConnection> {
  const client = await pool.connect().catch((error: unknown) => {
    throw connectFailure(error);
  });
  let released = false;
  return {
    client,
    session: postgresSession(client, trace),
    release(closeIt = false) {
      if (released) return;
      released = true;
      client.release(closeIt);
    },
  };
}
