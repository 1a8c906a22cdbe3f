import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "./schema-sql.js";

/** Adds the description of the system that writes the files of an import connection. */
export class ImportSystems1795900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { text } = dialectOf(runner.dataSource).types;
    for (const name of descriptions) await add(runner, `${name} ${text} NOT NULL DEFAULT '{}'`);
    await add(runner, `time_zone ${text}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ["time_zone", ...descriptions]) {
      await runner.query(`ALTER TABLE import_connections DROP COLUMN ${name}`);
    }
  }
}

const descriptions = ["statuses", "columns", "location_refs", "provider_refs"];

const add = (runner: QueryRunner, column: string) =>
  runner.query(`ALTER TABLE import_connections ADD COLUMN ${column}`);
