import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf, ofAccount, within } from "./schema-sql.js";

/** Adds the tables for call imports and for the calls that they stored or changed. */
export class CallImports1796400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { types, clustered } = dialectOf(runner.dataSource);
    await runner.query(`CREATE TABLE call_imports (
      account_id ${types.integer} NOT NULL,
      id ${types.integer} NOT NULL,
      at ${types.integer} NOT NULL,
      tracker ${types.text} NOT NULL,
      file_name ${types.text},
      file_rows ${types.integer} NOT NULL,
      added ${types.integer} NOT NULL,
      changed ${types.integer} NOT NULL,
      undone_at ${types.integer},
      PRIMARY KEY (account_id, id),
      ${ofAccount}
    )${clustered}`);
    await runner.query("CREATE INDEX call_imports_by_time ON call_imports (account_id, at)");
    await runner.query(`CREATE TABLE call_import_parts (
      account_id ${types.integer} NOT NULL,
      import_id ${types.integer} NOT NULL,
      position ${types.integer} NOT NULL,
      changes ${types.text} NOT NULL,
      PRIMARY KEY (account_id, import_id, position),
      ${ofAccount},
      ${within("import_id", "call_imports")}
    )${clustered}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE call_import_parts");
    await runner.query("DROP TABLE call_imports");
  }
}
