import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "../dialect-of.js";
import type { Dialect } from "../dialect.js";
import { ofAccount } from "./foreign-keys.js";

/** What calls are called by the trackers whose exports they came from. */
export class CallNames1780000012000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of tables(dialectOf(runner.dataSource))) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE call_names");
  }
}

const tables = ({ types: { integer, text }, clustered }: Dialect): string[] => [
  `CREATE TABLE call_names (
    account_id ${integer} NOT NULL,
    feed ${text} NOT NULL,
    name ${text} NOT NULL,
    id ${integer} NOT NULL,
    PRIMARY KEY (account_id, feed, name),
    UNIQUE (account_id, id),
    ${ofAccount}
  )${clustered}`,
];
