import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "./dialect-of.js";
import type { Dialect } from "../../engine/dialect.js";
import { access } from "./first-release/access.js";
import { accounts } from "./first-release/accounts.js";
import { appointments } from "./first-release/appointments.js";
import { catalog } from "./first-release/catalog.js";
import { conversions } from "./first-release/conversions.js";
import { feed } from "./first-release/feed.js";
import { operations } from "./first-release/operations.js";
import { reviews } from "./first-release/reviews.js";

/** Creates the tables of the first release. */
export class FirstRelease1780000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statementsOf(dialectOf(runner.dataSource))) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    const tables = statementsOf(dialectOf(runner.dataSource)).flatMap(
      (statement) => tableOf.exec(statement)?.[1] ?? [],
    );
    for (const table of tables.reverse()) await runner.query(`DROP TABLE ${table}`);
  }
}

const parts = [accounts, access, catalog, reviews, conversions, appointments, feed, operations];

const statementsOf = (dialect: Dialect): string[] => parts.flatMap((part) => part(dialect));

const tableOf = /^CREATE TABLE ("?\w+"?)/;
