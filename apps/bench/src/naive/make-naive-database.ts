import Database from "better-sqlite3";
import { job } from "../children/job.js";

type Order = { readonly from: string; readonly to: string };

const tables = ["accounts", "credentials", "locations", "providers", "platforms", "groups", "reviews"];

/** Creates the baseline's database from the service's records, without rendered lists. Adds an index by time. */
export const makeNaiveDatabase = job(__filename, "makeNaiveDatabase", async ({ from, to }: Order) => {
  const database = new Database(to);
  try {
    database.pragma("foreign_keys = OFF");
    database.prepare("ATTACH ? AS service").run(from);
    for (const table of tables) {
      const sql = database.prepare("SELECT sql FROM service.sqlite_master WHERE name = ?").pluck().get(table) as string;
      database.exec(sql);
      database.exec(`INSERT INTO main."${table}" SELECT * FROM service."${table}"`);
    }
    // Analyze only the new file, because statistics in the service's file would slow down the service.
    database.exec("CREATE INDEX reviews_by_time ON reviews (account_id, created_at); ANALYZE main");
  } finally {
    database.close();
  }
  return null;
});
