import Database from "better-sqlite3";
import { Client } from "pg";

/** Returns true if any other connection is reading the database. */
export const isRead = async (url: string): Promise<boolean> =>
  url.startsWith("sqlite:") ? isFileRead(url.replace("sqlite:", "")) : isServerRead(url);

/**
 * Returns true if another connection reads a SQLite file.
 * SQLite can truncate the log only while no other connection reads.
 */
function isFileRead(file: string): boolean {
  const database = new Database(file, { timeout: 0 });
  try {
    const [{ busy } = { busy: 1 }] = database.pragma("wal_checkpoint(TRUNCATE)") as { readonly busy: number }[];
    return busy !== 0;
  } finally {
    database.close();
  }
}

async function isServerRead(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString });
  await client.connect();
  const { rows } = await client
    .query(
      `SELECT 1 FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle' LIMIT 1`,
    )
    .finally(() => client.end());
  return rows.length > 0;
}
