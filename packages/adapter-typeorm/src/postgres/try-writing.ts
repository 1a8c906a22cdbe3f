import type { ClientBase } from "pg";
import { DatabaseError } from "pg";
import { postgresFailure } from "./postgres-failure.js";

/** Fails if transactions are read-only, such as on a standby server. */
const tryPermission = "DELETE FROM jobs WHERE false";

/**
 * Adds a page to a file in the tablespace of the database, which fails if the disk is full. The commit removes the
 * page. The temporary table belongs to the session, and its rows do not reach the write-ahead log.
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

/**
 * Ignores missing permission. An operator may have revoked TEMPORARY on the database, and the disk space is then
 * unknown.
 */
function unlessForbidden(error: unknown): void {
  if (error instanceof DatabaseError && error.code === insufficientPrivilege) return;
  throw error;
}
