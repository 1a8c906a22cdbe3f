import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "./schema-sql.js";

/** Adds the caller that posted a submission. It is unknown for submissions that are already stored. */
export class SubmissionPosters1798100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { text } = dialectOf(runner.dataSource).types;
    await runner.query(`ALTER TABLE submissions ADD COLUMN posted_by ${text}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE submissions DROP COLUMN posted_by");
  }
}
