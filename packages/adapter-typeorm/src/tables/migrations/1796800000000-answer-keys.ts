import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf, ofAccount } from "./schema-sql.js";

/** Adds the table for the keys of survey answers. The next change of the catalog stores the keys of all surveys. */
export class AnswerKeys1796800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { types, clustered } = dialectOf(runner.dataSource);
    await runner.query(`CREATE TABLE answer_keys (
      account_id ${types.integer} NOT NULL,
      id ${types.integer} NOT NULL,
      keys ${types.text} NOT NULL,
      PRIMARY KEY (account_id, id),
      ${ofAccount}
    )${clustered}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE answer_keys");
  }
}
