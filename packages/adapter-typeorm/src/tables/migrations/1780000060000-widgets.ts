import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "./dialect-of.js";
import type { Dialect } from "../../engine/dialect.js";
import { ofAccount } from "./foreign-keys.js";

/** Creates the tables for embed widgets, and for looking up the account by the public widget id. */
export class Widgets1780000060000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of tables(dialectOf(runner.dataSource))) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ["widget_ids", "widgets"]) await runner.query(`DROP TABLE ${table}`);
  }
}

const tables = ({ types: { integer, text, flag }, clustered, plain }: Dialect): string[] => [
  `CREATE TABLE widgets (
    account_id ${integer} PRIMARY KEY NOT NULL,
    id ${text} NOT NULL,
    review_id_key ${text} NOT NULL,
    most_shown ${integer} NOT NULL,
    min_rating ${integer} NOT NULL,
    first_name_only ${flag} NOT NULL,
    platform_ids ${text},
    allowed_origins ${text} NOT NULL,
    ${ofAccount}
  )${clustered}`,
  `CREATE TABLE widget_ids (
    id ${text} PRIMARY KEY NOT NULL,
    account_id ${integer} NOT NULL,
    ${ofAccount}
  )${plain}`,
];
