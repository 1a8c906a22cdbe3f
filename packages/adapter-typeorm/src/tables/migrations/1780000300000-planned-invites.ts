import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "./dialect-of.js";
import { ofAccount } from "./foreign-keys.js";

/** Adds planned send times to invites, and the due time of each account's next invite. */
export class PlannedInvites1780000300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { types, clustered } = dialectOf(runner.dataSource);
    await runner.query(
      `ALTER TABLE import_connections ADD COLUMN send_after_hours ${types.integer} NOT NULL DEFAULT 2`,
    );
    await runner.query(`ALTER TABLE invites ADD COLUMN is_waiting ${types.flag} NOT NULL DEFAULT FALSE`);
    await runner.query("CREATE INDEX invites_waiting ON invites (account_id, sent_at, id) WHERE is_waiting");
    await runner.query(`CREATE TABLE due_invites (
      account_id ${types.integer} NOT NULL,
      due_at ${types.integer} NOT NULL,
      PRIMARY KEY (account_id),
      ${ofAccount}
    )${clustered}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE due_invites");
    await runner.query("DROP INDEX invites_waiting");
    await runner.query("ALTER TABLE invites DROP COLUMN is_waiting");
    await runner.query("ALTER TABLE import_connections DROP COLUMN send_after_hours");
  }
}
