import { isDomainError } from "@repute/domain";
import type { ClientConfig } from "pg";
import { Client } from "pg";
import { databaseCertificateMissing, databaseSessionShared } from "../database/database-errors.js";
import { connectFailure } from "./postgres-failure.js";

/**
 * Opens two connections and closes them again. A pool would keep a refused connection half open, and the process would
 * wait for it. Two connections reveal a pooler that lends a session per transaction. With such a pooler, prepared
 * statements are lost or reach another client.
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

/** Creates a client. The URL may name certificate files, which are read immediately. */
function clientOf(config: ClientConfig): Client {
  try {
    return new Client(config);
  } catch (error) {
    if (typeof error === "object" && error !== null && "syscall" in error) throw databaseCertificateMissing(error);
    throw error;
  }
}

/** Begins a transaction on the second connection, and checks that the first connection keeps its own session. */
async function requireOwnSessions(first: Client, second: Client): Promise<void> {
  const before = await sessionOf(first);
  await second.query("BEGIN").catch(refusedByPooler);
  const taken = await sessionOf(second);
  if (taken === before || (await sessionOf(first)) !== before) throw databaseSessionShared();
}

async function sessionOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ session: string }>(
    "SELECT concat(pg_backend_pid(), ' ', pg_postmaster_start_time()) AS session",
  );
  return rows[0]?.session ?? "";
}

/** PgBouncer in statement mode refuses transactions. */
function refusedByPooler(error: unknown): never {
  throw error instanceof Error && error.message.includes("pooling mode") ? databaseSessionShared() : error;
}
