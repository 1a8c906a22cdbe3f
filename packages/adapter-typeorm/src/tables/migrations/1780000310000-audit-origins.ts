import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "./dialect-of.js";

/** Adds the origin of audit records: the request, command or import run that caused a record. */
export class AuditOrigins1780000310000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE audit ADD COLUMN origin ${dialectOf(runner.dataSource).types.text}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE audit DROP COLUMN origin");
  }
}
