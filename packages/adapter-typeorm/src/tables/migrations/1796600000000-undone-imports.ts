import type { MigrationInterface, QueryRunner } from "typeorm";

/** Replaces the index of undone imports, which SQLite did not use. */
export class UndoneImports1796600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("DROP INDEX import_runs_undone");
    await runner.query("CREATE INDEX import_runs_undone ON import_runs (account_id, undone_at)");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP INDEX import_runs_undone");
    await runner.query("CREATE INDEX import_runs_undone ON import_runs (account_id, id) WHERE undone_at IS NOT NULL");
  }
}
