import type { ClientBase } from "pg";
import { DatabaseError } from "pg";
import { postgresFailure } from "./postgres-failure.js";

/** Fails where transactions are read-only, such as on a standby server. */
const tryPermission = "DELETE FROM jobs WHERE false";

/**
 * Adds a page to a file in the tablespace of the database, which fails if the disk is full. The commit takes the page
 * back without traces: the table belongs to the session, and the write-ahead log does not have its rows.
 */
const tryRoom = `SET LOCAL temp_tablespaces = '';
  CREATE TEMPORARY TABLE IF NOT EXISTS repute_room (filler text) ON COMMIT DELETE ROWS;
  INSERT INTO pg_temp.repute_room VALUES ('')`;

const insufficientPrivilege = "42501";

/** Throws unless the server can store data. */
export async function tryWriting(client: ClientBase): Promise<void> {
  try {
    await client.query(tryPermission);
    await client.query(tryRoom).catch(unlessForbidden);
  } catch (error) {
    throw postgresFailure(error);
  }
}

/** An operator may have revoked TEMPORARY on the database; the space on the disk is unknown then. */
function unlessForbidden(error: unknown): void {
  if (error instanceof DatabaseError && error.code === insufficientPrivilege) return;
  throw error;
}
