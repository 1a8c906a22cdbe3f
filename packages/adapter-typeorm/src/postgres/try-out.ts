import { isDomainError } from "@repute/domain";
import type { ClientConfig } from "pg";
import { Client } from "pg";
import { databaseCertificateMissing, databaseSessionShared } from "../database-errors.js";
import { connectFailure } from "./postgres-failure.js";

/**
 * Connects twice and goes again. A pool would leave a connection that is refused half-way open, and the process would wait
 * for it. Whether both have a session of their own can only be told by two: prepared statements are lost, or found by
 * somebody else, where a pooler lends sessions for one transaction at a time.
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

/** The URL may name files with certificates, which are read at once. */
function clientOf(config: ClientConfig): Client {
  try {
    return new Client(config);
  } catch (error) {
    if (typeof error === "object" && error !== null && "syscall" in error) throw databaseCertificateMissing(error);
    throw error;
  }
}

/** While the second one is in a transaction, the first one has to go on in the session that it had, and no other has it. */
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

/** PgBouncer in statement mode has no transactions at all. */
function refusedByPooler(error: unknown): never {
  throw error instanceof Error && error.message.includes("pooling mode") ? databaseSessionShared() : error;
}
