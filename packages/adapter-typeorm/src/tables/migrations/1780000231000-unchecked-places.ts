import type { MigrationInterface, QueryRunner } from "typeorm";
import { within } from "./foreign-keys.js";

const mentions = {
  appointments: { location_id: "locations", provider_id: "providers" },
  invites: { location_id: "locations", provider_id: "providers", message_id: "messages", platform_id: "platforms" },
} as const;

/**
 * Drops the foreign keys from appointments and invites to the catalog on PostgreSQL. Checking them took an eighth of
 * PostgreSQL's time for an import. The foreign keys are unnecessary: ids are checked before rows are stored, and
 * objects in use are never deleted. SQLite keeps the foreign keys, because its checks cost almost nothing.
 */
export class UncheckedPlaces1780000231000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await eachMention(
      runner,
      (table, column) => `ALTER TABLE ${table} DROP CONSTRAINT ${table}_account_id_${column}_fkey`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await eachMention(
      runner,
      (table, column, of) =>
        `ALTER TABLE ${table} ADD CONSTRAINT ${table}_account_id_${column}_fkey ${within(column, of)}`,
    );
  }
}

async function eachMention(
  runner: QueryRunner,
  statement: (table: string, column: string, of: string) => string,
): Promise<void> {
  if (runner.dataSource.options.type !== "postgres") return;
  for (const [table, columns] of Object.entries(mentions)) {
    for (const [column, of] of Object.entries(columns)) await runner.query(statement(table, column, of));
  }
}
