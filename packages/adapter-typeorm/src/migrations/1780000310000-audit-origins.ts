import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "../dialect-of.js";

/** Audit records say which request, command or import run they come from. */
export class AuditOrigins1780000310000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE audit ADD COLUMN origin ${dialectOf(runner.dataSource).types.text}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE audit DROP COLUMN origin");
  }
}
