import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "./schema-sql.js";

/** Adds the maximum number of invites for one contact on one day to the settings of an account. */
export class InvitesPerDay1796700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { integer } = dialectOf(runner.dataSource).types;
    await runner.query(`ALTER TABLE account_settings ADD COLUMN max_invites_per_day ${integer} NOT NULL DEFAULT 3`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE account_settings DROP COLUMN max_invites_per_day");
  }
}
