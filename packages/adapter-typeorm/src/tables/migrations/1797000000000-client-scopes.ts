import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "./schema-sql.js";

/** Adds the scopes of clients. Clients that are already registered can read lists, as before. */
export class ClientScopes1797000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { text } = dialectOf(runner.dataSource).types;
    await runner.query(`ALTER TABLE clients ADD COLUMN scopes ${text} NOT NULL DEFAULT '["data-sync.read"]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE clients DROP COLUMN scopes");
  }
}
