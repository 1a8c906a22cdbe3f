import type { MigrationInterface, QueryRunner } from "typeorm";
import { ofAccount } from "./foreign-keys.js";

const tables = ["appointments", "invites", "import_errors", "staged_rows"] as const;

/**
 * Makes imports on PostgreSQL faster by dropping foreign keys to accounts and by not compressing staged rows. The
 * foreign keys are unnecessary: every transaction checks its account first, and row-level security excludes rows of
 * other accounts. Staged rows exist only for seconds. SQLite keeps its tables, because neither measure saves time
 * there.
 */
export class LighterImports1780000230000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (!isPostgres(runner)) return;
    for (const table of tables) await runner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_account_id_fkey`);
    await runner.query("ALTER TABLE staged_rows ALTER COLUMN body SET STORAGE EXTERNAL");
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!isPostgres(runner)) return;
    await runner.query("ALTER TABLE staged_rows ALTER COLUMN body SET STORAGE EXTENDED");
    for (const table of tables) {
      await runner.query(`ALTER TABLE ${table} ADD CONSTRAINT ${table}_account_id_fkey ${ofAccount}`);
    }
  }
}

const isPostgres = (runner: QueryRunner): boolean => runner.dataSource.options.type === "postgres";
