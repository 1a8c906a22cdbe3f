import { join } from "node:path";
import Database from "better-sqlite3";
import { readRows } from "../../test/read-rows.js";
import type { ReadRow } from "../../test/target.contract.js";
import { targetContract } from "../../test/target.contract.js";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { sqlTarget } from "../sql/sql-target.js";
import { sqliteEngine } from "./sqlite-engine.js";

targetContract("a SQLite file", async () => {
  const folder = await temporaryFolder();
  const file = join(folder.path, "copy.db");
  const within = <T>(work: (database: Database.Database) => T): T => {
    const database = new Database(file);
    try {
      return work(database);
    } finally {
      database.close();
    }
  };
  return {
    open: async () => sqlTarget(sqliteEngine(file)),
    read: async (table) =>
      within((database) => {
        const found = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?").get(table);
        return found && readRows(table, database.prepare<[], ReadRow>(`SELECT * FROM "${table}"`).all());
      }) as readonly ReadRow[] | undefined,
    occupy: async () => void within((database) => database.exec("CREATE TABLE locations (id INTEGER)")),
    clear: folder.remove,
  };
});
