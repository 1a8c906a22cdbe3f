import { createHash } from "node:crypto";
import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf, forEachAccount, ofAccount } from "./schema-sql.js";

/**
 * Creates the table for the stored results of conversions. Replaces the index of conversions by origin with an index by
 * time, which contains all columns of conversions that campaign summaries read.
 */
export class OutcomeSpans1797600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { types, clustered, uncompressed } = dialectOf(runner.dataSource);
    await runner.query(`CREATE TABLE outcome_spans (
      account_id ${types.integer} NOT NULL,
      first_at ${types.integer} NOT NULL,
      origins ${types.text} NOT NULL,
      results ${types.bytes} NOT NULL,
      PRIMARY KEY (account_id, first_at),
      ${ofAccount}
    )${clustered}`);
    for (const statement of uncompressed("outcome_spans", "results")) await runner.query(statement);
    await checkNow(runner);
    await runner.query("DROP INDEX conversions_by_origin");
    await runner.query("ALTER TABLE conversions DROP COLUMN origin");
    await runner.query(`CREATE INDEX conversions_by_time ON conversions
      (account_id, at, campaign_id, source, sent_channel, appointment_id, closes, new_patient)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    const { text } = dialectOf(runner.dataSource).types;
    await checkNow(runner);
    await runner.query("DROP INDEX conversions_by_time");
    await runner.query(`ALTER TABLE conversions ADD COLUMN origin ${text} NOT NULL DEFAULT ''`);
    await forEachAccount(runner, (account) => addOrigins(runner, account));
    await checkNow(runner);
    await runner.query(`CREATE INDEX conversions_by_origin ON conversions
      (account_id, origin, at, appointment_id, closes, new_patient)`);
    await runner.query("DROP TABLE outcome_spans");
  }
}

/** Makes PostgreSQL check the foreign keys of changed rows now, because it changes no table before these checks. */
async function checkNow(runner: QueryRunner): Promise<void> {
  if (runner.dataSource.options.type !== "postgres") return;
  await runner.query("SET CONSTRAINTS ALL IMMEDIATE");
  await runner.query("SET CONSTRAINTS ALL DEFERRED");
}

/** Returns the value of the earlier column `origin`: a hash of the campaign, the source and the channel. */
export const originKey = (campaignId: number | null, source: unknown, sentChannel: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify([campaignId, source, sentChannel]))
    .digest("base64url")
    .slice(0, 22);

async function addOrigins(runner: QueryRunner, account: string): Promise<void> {
  const origins = (await runner.query(
    `SELECT DISTINCT campaign_id, source, sent_channel FROM conversions WHERE account_id = ${account}`,
  )) as Record<"campaign_id" | "source" | "sent_channel", string | number | null>[];
  const [origin, source, channel] = [0, 1, 2].map((index) => runner.dataSource.driver.createParameter("value", index));
  for (const { campaign_id: campaign, source: from, sent_channel: sent } of origins) {
    const id = campaign === null ? null : Number(campaign);
    await runner.query(
      `UPDATE conversions SET origin = ${origin} WHERE account_id = ${account} AND source IS NOT DISTINCT FROM ${source}
        AND sent_channel IS NOT DISTINCT FROM ${channel} AND campaign_id IS NOT DISTINCT FROM ${id ?? "NULL"}`,
      [originKey(id, from, sent), from, sent],
    );
  }
}
