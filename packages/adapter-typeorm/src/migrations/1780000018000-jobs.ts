import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "../dialect-of.js";
import type { Dialect } from "../dialect.js";

/** Work that one process at a time does for all accounts: who holds it until when, and when its last run began. */
export class Jobs1780000018000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(table(dialectOf(runner.dataSource)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE jobs");
  }
}

const table = ({ types: { integer, text }, plain }: Dialect): string =>
  `CREATE TABLE jobs (
    name ${text} PRIMARY KEY NOT NULL,
    holder ${text} NOT NULL,
    until ${integer} NOT NULL,
    last_run ${integer} NOT NULL
  )${plain}`;
