import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * On PostgreSQL, makes the functions that run as the owner of the tables search temporary tables last. Otherwise, a
 * temporary table named `audit` would replace the audit trail inside these functions.
 */
export class OwnSearchPath1796000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (runner.dataSource.options.type !== "postgres") return;
    const rows = (await runner.query(
      `SELECT format('ALTER FUNCTION %s SET search_path = %I, pg_temp', p.oid::regprocedure, n.nspname) AS statement
        FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
        WHERE n.nspname = current_schema() AND p.prosecdef AND p.proname LIKE 'forget\\_%'`,
    )) as readonly { readonly statement: string }[];
    for (const { statement } of rows) await runner.query(statement);
  }

  /** Keeps the search path, because it is correct for the schema before this migration too. */
  async down(): Promise<void> {}
}
