import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf, ofAccount } from "./schema-sql.js";

/** Adds the table for the visits in patient files. */
export class SurveyVisits1796100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { types, clustered } = dialectOf(runner.dataSource);
    await runner.query(`CREATE TABLE survey_visits (
      account_id ${types.integer} NOT NULL,
      file_id ${types.integer} NOT NULL,
      position ${types.integer} NOT NULL,
      visits ${types.text} NOT NULL,
      PRIMARY KEY (account_id, file_id, position),
      ${ofAccount}
    )${clustered}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE survey_visits");
  }
}
