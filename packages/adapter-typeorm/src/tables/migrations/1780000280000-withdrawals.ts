import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "./dialect-of.js";

/**
 * Adds a status to appointments, withdrawals to import runs, and a date order to import connections. The status is set
 * if an appointment does not take place.
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

/** Value for existing import runs, which have no withdrawals. */
const noWithdrawals = '{"rows":0,"statuses":{},"outcomes":{},"invites":0,"restored":0,"named":[]}';
