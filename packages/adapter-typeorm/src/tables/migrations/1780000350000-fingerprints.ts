import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "./dialect-of.js";

/** The lists of an account have the fingerprint of their item schemas instead of a flag. */
export class Fingerprints1780000350000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { text } = dialectOf(runner.dataSource).types;
    await runner.query(`ALTER TABLE watermarks ADD COLUMN fingerprint ${text} NOT NULL DEFAULT ''`);
    // Every list exists, but nothing is known about the schemas.
    await runner.query("UPDATE watermarks SET fingerprint = 'unknown' WHERE is_rendered");
    await runner.query("ALTER TABLE watermarks DROP COLUMN is_rendered");
  }

  async down(runner: QueryRunner): Promise<void> {
    const { flag } = dialectOf(runner.dataSource).types;
    const no = flag === "BOOLEAN" ? "false" : "0";
    await runner.query(`ALTER TABLE watermarks ADD COLUMN is_rendered ${flag} NOT NULL DEFAULT ${no}`);
    await runner.query("UPDATE watermarks SET is_rendered = NOT is_rendered WHERE fingerprint <> ''");
    await runner.query("ALTER TABLE watermarks DROP COLUMN fingerprint");
  }
}
