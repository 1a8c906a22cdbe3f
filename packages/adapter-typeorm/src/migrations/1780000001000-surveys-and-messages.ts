import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "../dialect-of.js";
import type { Dialect } from "../dialect.js";

/** The questions of surveys, and the messages that invites are sent with. */
export class SurveysAndMessages1780000001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of tables(dialectOf(runner.dataSource))) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ["surveys", "messages"]) await runner.query(`DROP TABLE ${table}`);
  }
}

const tables = ({ types: { integer, text, flag }, clustered }: Dialect): string[] => [
  `CREATE TABLE surveys (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    name ${text} NOT NULL,
    questions ${text} NOT NULL,
    PRIMARY KEY (account_id, id),
    FOREIGN KEY (account_id, id) REFERENCES platforms (account_id, id) DEFERRABLE INITIALLY DEFERRED
  )${clustered}`,
  `CREATE TABLE messages (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    name ${text} NOT NULL,
    languages ${text} NOT NULL,
    silenced ${flag} NOT NULL,
    PRIMARY KEY (account_id, id),
    FOREIGN KEY (account_id) REFERENCES accounts (id) DEFERRABLE INITIALLY DEFERRED
  )${clustered}`,
];
