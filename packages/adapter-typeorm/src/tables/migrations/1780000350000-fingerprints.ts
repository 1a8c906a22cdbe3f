import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "./dialect-of.js";

/** Replaces the flag `is_rendered` of an account with the fingerprint of its item schemas. */
export class Fingerprints1780000350000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { text } = dialectOf(runner.dataSource).types;
    await runner.query(`ALTER TABLE watermarks ADD COLUMN fingerprint ${text} NOT NULL DEFAULT ''`);
    // The lists of these accounts exist, but the schemas of their items are unknown.
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
