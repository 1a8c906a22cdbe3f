import type { MigrationInterface, QueryRunner } from "typeorm";
import { ofAccount } from "./foreign-keys.js";

const tables = ["appointment_keys", "appointment_digests", "invite_keys"] as const;

/**
 * Drops the foreign keys from key tables to accounts on PostgreSQL, because checking them took a seventh of an import.
 * The account of a key always exists, because the record of the key refers to the same account. SQLite keeps the
 * foreign keys, because its checks cost almost nothing.
 */
export class UncheckedKeys1780000090000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (!isPostgres(runner)) return;
    for (const table of tables) await runner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_account_id_fkey`);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!isPostgres(runner)) return;
    for (const table of tables) {
      await runner.query(`ALTER TABLE ${table} ADD CONSTRAINT ${table}_account_id_fkey ${ofAccount}`);
    }
  }
}

const isPostgres = (runner: QueryRunner): boolean => runner.dataSource.options.type === "postgres";
