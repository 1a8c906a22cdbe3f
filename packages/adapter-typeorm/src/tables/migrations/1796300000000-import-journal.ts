import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf, ofAccount } from "./schema-sql.js";

/** Adds the journal of import runs, which has the records that a run created, changed or deleted. */
export class ImportJournal1796300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { types, clustered, importKeys } = dialectOf(runner.dataSource);
    await runner.query(`CREATE TABLE import_journal (
      account_id ${types.integer} NOT NULL,
      run_id ${types.integer} NOT NULL,
      step ${types.integer} NOT NULL,
      position ${types.integer} NOT NULL,
      body ${types.text} NOT NULL,
      PRIMARY KEY (account_id, run_id, step, position)
      ${importKeys(ofAccount)}
    )${clustered}`);
    await runner.query(`ALTER TABLE import_runs ADD COLUMN journaled_at ${types.integer}`);
    await runner.query(`ALTER TABLE import_runs ADD COLUMN undo ${types.text}`);
    await runner.query(`ALTER TABLE import_runs ADD COLUMN undone_at ${types.integer}`);
    await runner.query("CREATE INDEX import_runs_undone ON import_runs (account_id, id) WHERE undone_at IS NOT NULL");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP INDEX import_runs_undone");
    for (const column of ["undone_at", "undo", "journaled_at"]) {
      await runner.query(`ALTER TABLE import_runs DROP COLUMN ${column}`);
    }
    await runner.query("DROP TABLE import_journal");
  }
}
