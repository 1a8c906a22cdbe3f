import { constants, inflateRawSync } from "node:zlib";
import Database from "better-sqlite3";

/** Returns all values of all tables of a SQLite file as a string. */
export async function allRows(url: string): Promise<string> {
  const database = new Database(url.replace(/^sqlite:/, ""), { readonly: true });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all() as string[];
    return tables.map((table) => textOf(database.prepare(`SELECT * FROM "${table}"`).all())).join("\n");
  } finally {
    database.close();
  }
}

/** Serializes rows as JSON. Converts bytes to strings and decompresses compressed bytes. */
export const textOf = (rows: readonly unknown[]): string =>
  JSON.stringify(rows, (_, value: unknown) => {
    const bytes =
      (value as { type?: unknown } | null)?.type === "Buffer" ? (value as { data: number[] }).data : undefined;
    return bytes ? unpacked(Buffer.from(bytes)) : value;
  });

function unpacked(bytes: Buffer): string {
  try {
    return inflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString();
  } catch {
    return bytes.toString();
  }
}
