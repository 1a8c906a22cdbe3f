import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "./schema-sql.js";

/** Adds the time until which an account is frozen, while it is moved into another database. */
export class FrozenAccounts1798720000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { integer } = dialectOf(runner.dataSource).types;
    await runner.query(`ALTER TABLE watermarks ADD COLUMN frozen_until ${integer} NOT NULL DEFAULT 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE watermarks DROP COLUMN frozen_until");
  }
}
