import type { MigrationInterface, QueryRunner } from "typeorm";

/** Adds what an import connection says about the system that writes its files. */
export class ImportSystems1795900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const column of columns) await runner.query(`ALTER TABLE import_connections ADD COLUMN ${column}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of [...columns].reverse()) {
      await runner.query(`ALTER TABLE import_connections DROP COLUMN ${column.split(" ", 1).join()}`);
    }
  }
}

const columns = [
  "statuses TEXT NOT NULL DEFAULT '{}'",
  "columns TEXT NOT NULL DEFAULT '{}'",
  "location_refs TEXT NOT NULL DEFAULT '{}'",
  "provider_refs TEXT NOT NULL DEFAULT '{}'",
  "time_zone TEXT",
];
