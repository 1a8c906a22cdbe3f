import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "./dialect-of.js";
import { ofAccount } from "./foreign-keys.js";

/**
 * Creates the table for keyed hashes of erased people's identifiers. Adds the number of suppressed rows to import runs.
 */
export class ErasedPeople1780000330000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { types, clustered } = dialectOf(runner.dataSource);
    await runner.query(`CREATE TABLE erased_people (
      account_id ${types.integer} NOT NULL,
      hash ${types.text} NOT NULL,
      person ${types.text} NOT NULL,
      PRIMARY KEY (account_id, hash, person),
      ${ofAccount}
    )${clustered}`);
    await runner.query(`ALTER TABLE import_runs ADD COLUMN suppressed ${types.integer} NOT NULL DEFAULT 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE erased_people");
    await runner.query("ALTER TABLE import_runs DROP COLUMN suppressed");
  }
}
