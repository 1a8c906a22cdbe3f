import { isDomainError } from "@repute/domain";
import { Client, type ClientConfig } from "pg";
import { databaseCertificateMissing, databaseSessionShared } from "../database/database-errors.js";
import { connectFailure } from "./postgres-failure.js";

/**
 * Tests a connection configuration by opening two connections and closing them again.
 * A pool would keep a rejected connection half open, which would prevent the process from exiting.
 * The second connection detects a pooler that assigns a different session to each transaction.
 * With such a pooler, prepared statements are lost or reach another client.
 */
export async function tryOut(config: ClientConfig): Promise<void> {
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
