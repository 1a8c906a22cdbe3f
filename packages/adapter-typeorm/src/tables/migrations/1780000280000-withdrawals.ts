import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "./dialect-of.js";

/**
 * Adds a status to appointments that do not take place, the withdrawals of a run to import runs, and the date order to
 * connections.
 */
export class Withdrawals1780000280000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { integer, text } = dialectOf(runner.dataSource).types;
    await runner.query(`ALTER TABLE appointments ADD COLUMN status ${text}`);
    await runner.query(`ALTER TABLE appointments ADD COLUMN status_at ${integer}`);
    await runner.query(`ALTER TABLE import_runs ADD COLUMN withdrawals ${text} NOT NULL DEFAULT '${noWithdrawals}'`);
    await runner.query(`ALTER TABLE import_connections ADD COLUMN date_order ${text} NOT NULL DEFAULT 'month_first'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of ["status", "status_at"]) await runner.query(`ALTER TABLE appointments DROP COLUMN ${column}`);
    await runner.query("ALTER TABLE import_runs DROP COLUMN withdrawals");
    await runner.query("ALTER TABLE import_connections DROP COLUMN date_order");
  }
}

/** Withdrawals of runs from earlier versions. */
const noWithdrawals = '{"rows":0,"statuses":{},"outcomes":{},"invites":0,"restored":0,"named":[]}';
