import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "./dialect-of.js";

/** Adds campaign and channel names from call trackers, for calls that match no campaign of the account. */
export class SentCampaigns1780000020000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { text } = dialectOf(runner.dataSource).types;
    await runner.query(`ALTER TABLE conversions ADD COLUMN sent_campaign ${text}`);
    await runner.query(`ALTER TABLE conversions ADD COLUMN sent_channel ${text}`);
    await runner.query("DROP INDEX conversions_by_time");
    // This index contains all columns that campaign summaries read.
    await runner.query(`CREATE INDEX conversions_by_time ON conversions
      (account_id, at, campaign_id, source, sent_channel, appointment_id, closes, new_patient)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP INDEX conversions_by_time");
    await runner.query("ALTER TABLE conversions DROP COLUMN sent_channel");
    await runner.query("ALTER TABLE conversions DROP COLUMN sent_campaign");
    await runner.query(`CREATE INDEX conversions_by_time ON conversions
      (account_id, at, campaign_id, source, appointment_id, closes, new_patient)`);
  }
}
