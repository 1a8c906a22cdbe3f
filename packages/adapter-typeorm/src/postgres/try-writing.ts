import { type ClientBase, DatabaseError } from "pg";
import { postgresFailure } from "./postgres-failure.js";

/** Statement that fails if transactions are read-only, for example on a standby server. */
const tryPermission = "DELETE FROM jobs WHERE false";

/**
 * Statements that fail if the disk is full.
 * They add a page to a temporary table in the tablespace of the database, and the commit removes the page.
 * Rows of temporary tables are not written to the write-ahead log.
 */
const tryRoom = `SET LOCAL temp_tablespaces = '';
  CREATE TEMPORARY TABLE IF NOT EXISTS repute_room (filler text) ON COMMIT DELETE ROWS;
  INSERT INTO pg_temp.repute_room VALUES ('')`;

const insufficientPrivilege = "42501";

/** Throws if the server cannot store data. */
export async function tryWriting(client: ClientBase): Promise<void> {
  try {
    await client.query(tryPermission);
    await client.query(tryRoom).catch(unlessForbidden);
  } catch (error) {
    throw postgresFailure(error);
  }
}

/** Ignores a missing permission for temporary tables. The check can then not detect a full disk. */
function unlessForbidden(error: unknown): void {
  if (error instanceof DatabaseError && error.code === insufficientPrivilege) return;
  throw error;
}
