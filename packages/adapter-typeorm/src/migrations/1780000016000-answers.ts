import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "../dialect-of.js";
import type { Dialect } from "../dialect.js";
import { ofAccount } from "./foreign-keys.js";

/** What requests with keys of their own were answered. */
export class Answers1780000016000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of tables(dialectOf(runner.dataSource))) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE answers");
  }
}

const tables = ({ types: { integer, text }, clustered }: Dialect): string[] => [
  `CREATE TABLE answers (
    account_id ${integer} NOT NULL,
    key ${text} NOT NULL,
    request ${text} NOT NULL,
    answer ${text} NOT NULL,
    at ${integer} NOT NULL,
    PRIMARY KEY (account_id, key),
    ${ofAccount}
  )${clustered}`,
  "CREATE INDEX answers_by_time ON answers (account_id, at)",
];
