import Database from "better-sqlite3";
import { Client } from "pg";

/** Whether anybody is in the middle of reading a database, which another connection is asked. */
export const isRead = async (url: string): Promise<boolean> =>
  url.startsWith("sqlite:") ? isFileRead(url.replace("sqlite:", "")) : isServerRead(url);

/** The write-ahead log can be emptied only when nobody reads what stands in it. */
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
