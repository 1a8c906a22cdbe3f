import type { MigrationInterface, QueryRunner } from "typeorm";
import { within } from "./schema-sql.js";

const reviewed = ["platform_id platforms", "location_id locations", "provider_id providers"];

/** Columns with foreign keys and their targets, by table. */
const keys: Readonly<Record<string, readonly string[]>> = {
  reviews: reviewed,
  nps_surveys: reviewed,
  survey_responses: ["survey_id surveys", "location_id locations", "provider_id providers"],
};

/**
 * Removes the foreign keys of the records that only loads store, on PostgreSQL. Checking them takes about 7 % of
 * the time of the database, and the unit of work that stores a load checks the catalog.
 */
export class LoadedKeys1797300000000 implements MigrationInterface {
  up(runner: QueryRunner): Promise<void> {
    return changeTables(runner, (table, column) => `DROP CONSTRAINT ${table}_account_id_${column}_fkey`);
  }

  down(runner: QueryRunner): Promise<void> {
    return changeTables(runner, (_, column, target) => `ADD ${within(column, target)}`);
  }
}

async function changeTables(
  runner: QueryRunner,
  change: (table: string, column: string, target: string) => string,
): Promise<void> {
  if (runner.dataSource.options.type !== "postgres") return;
  for (const [table, columns] of Object.entries(keys)) {
    const changes = columns.map((key) => change(table, ...(key.split(" ") as [string, string])));
    await runner.query(`ALTER TABLE ${table} ${changes.join(", ")}`);
  }
}
