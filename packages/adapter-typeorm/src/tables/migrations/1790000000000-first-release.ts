import type { MigrationInterface, QueryRunner } from "typeorm";
import type { Dialect } from "../../engine.js";
import { access, accounts, audit, catalog, invitations, operations, users, widgets } from "./account-schema.js";
import { changes, feed, ratings } from "./feed-schema.js";
import { imports, loads, patientFiles } from "./import-schema.js";
import { appointments, conversions, invites, reviews } from "./record-schema.js";
import { dialectOf } from "./schema-sql.js";

/** Creates the tables of the first release. */
export class FirstRelease1790000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statementsOf(dialectOf(runner.dataSource))) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    const drops = statementsOf(dialectOf(runner.dataSource)).flatMap((statement) => dropOf(statement) ?? []);
    for (const drop of drops.reverse()) await runner.query(drop);
  }
}

const catalogParts = [accounts, access, audit, catalog, users, invitations, widgets];
const recordParts = [invites, reviews, conversions, appointments, imports, patientFiles, loads];
const feedParts = [feed, changes, ratings, operations];

const statementsOf = (dialect: Dialect): string[] =>
  [...catalogParts, ...recordParts, ...feedParts].flatMap((part) => part(dialect));

/** Returns the statement that drops a table or function. Indexes and triggers are dropped with their table. */
function dropOf(statement: string): string | undefined {
  const [, kind, name] = /^CREATE (TABLE|FUNCTION) ("?\w+"?)/.exec(statement) ?? [];
  return kind && name && `DROP ${kind} ${name}`;
}
