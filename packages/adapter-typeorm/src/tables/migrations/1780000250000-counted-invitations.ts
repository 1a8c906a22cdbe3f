import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "./dialect-of.js";

/**
 * Adds the time of the first email and a keyed hash of its address to invitation links, to limit the number of emails.
 */
export class CountedInvitations1780000250000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { integer, text } = dialectOf(runner.dataSource).types;
    await runner.query(`ALTER TABLE invitation_links ADD COLUMN address ${text}`);
    await runner.query(`ALTER TABLE invitation_links ADD COLUMN mailed_at ${integer}`);
    await runner.query("CREATE INDEX invitation_links_by_mailing ON invitation_links (account_id, mailed_at)");
    await runner.query("CREATE INDEX invitation_links_by_address ON invitation_links (account_id, address, mailed_at)");
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ["by_mailing", "by_address"]) await runner.query(`DROP INDEX invitation_links_${name}`);
    for (const name of ["address", "mailed_at"]) await runner.query(`ALTER TABLE invitation_links DROP COLUMN ${name}`);
  }
}
