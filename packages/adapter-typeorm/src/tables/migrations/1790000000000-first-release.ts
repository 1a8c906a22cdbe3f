import type { MigrationInterface, QueryRunner } from "typeorm";
import type { Dialect } from "../../engine/dialect.js";
import { dialectOf } from "./dialect-of.js";
import { access } from "./first-release/access.js";
import { accounts } from "./first-release/accounts.js";
import { appointments } from "./first-release/appointments.js";
import { audit } from "./first-release/audit.js";
import { catalog } from "./first-release/catalog.js";
import { changes } from "./first-release/changes.js";
import { conversions } from "./first-release/conversions.js";
import { feed } from "./first-release/feed.js";
import { imports } from "./first-release/imports.js";
import { invitations } from "./first-release/invitations.js";
import { invites } from "./first-release/invites.js";
import { loads } from "./first-release/loads.js";
import { operations } from "./first-release/operations.js";
import { patientFiles } from "./first-release/patient-files.js";
import { ratings } from "./first-release/ratings.js";
import { reviews } from "./first-release/reviews.js";
import { users } from "./first-release/users.js";
import { widgets } from "./first-release/widgets.js";

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
