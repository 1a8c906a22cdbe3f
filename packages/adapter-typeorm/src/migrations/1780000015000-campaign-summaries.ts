import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "../dialect-of.js";
import type { Dialect } from "../dialect.js";
import { within } from "./foreign-keys.js";

/** What campaigns cost, and the conversions of a range with all that summaries count of them. */
export class CampaignSummaries1780000015000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements(dialectOf(runner.dataSource))) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP INDEX conversions_by_time");
    await runner.query("DROP TABLE spends");
  }
}

const statements = ({ types: { integer, text }, clustered }: Dialect): string[] => [
  `CREATE TABLE spends (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    campaign_id ${integer} NOT NULL,
    start_date ${text} NOT NULL,
    end_date ${text} NOT NULL,
    amount ${integer} NOT NULL,
    PRIMARY KEY (account_id, id),
    ${within("campaign_id", "campaigns")}
  )${clustered}`,
  "CREATE INDEX spends_by_end ON spends (account_id, end_date)",
  `CREATE INDEX conversions_by_time ON conversions
    (account_id, at, campaign_id, source, appointment_id, closes, new_patient)`,
];
