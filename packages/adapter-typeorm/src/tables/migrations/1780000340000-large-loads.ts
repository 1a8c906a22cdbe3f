import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "./dialect-of.js";
import type { Dialect } from "../../engine/dialect.js";
import { ofAccount } from "./foreign-keys.js";

/** Creates the tables for large bundles, which are stored one part at a time. */
export class LargeLoads1780000340000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of tables(dialectOf(runner.dataSource))) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ["load_parts", "loads"]) await runner.query(`DROP TABLE ${table}`);
  }
}

const tables = ({ types: { integer, text, flag, bytes }, clustered, plain }: Dialect): string[] => [
  `CREATE TABLE loads (
    account_id ${integer} NOT NULL,
    staging ${text} NOT NULL,
    is_complete ${flag} NOT NULL,
    is_discarded ${flag} NOT NULL,
    changed ${text} NOT NULL,
    removed ${text} NOT NULL,
    PRIMARY KEY (account_id),
    ${ofAccount}
  )${clustered}`,
  `CREATE TABLE load_parts (
    account_id ${integer} NOT NULL,
    staging ${text} NOT NULL,
    step ${integer} NOT NULL,
    position ${integer} NOT NULL,
    added_at ${integer} NOT NULL,
    body ${bytes} NOT NULL,
    PRIMARY KEY (account_id, staging, step, position),
    ${ofAccount}
  )${plain}`,
];
