import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "../dialect-of.js";
import type { Dialect } from "../dialect.js";
import { ofAccount, within } from "./foreign-keys.js";

/** Campaigns, conversions and listing metrics, and the numbers by which invites tell who was a patient before. */
export class Conversions1780000005000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of tables(dialectOf(runner.dataSource))) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP INDEX invites_by_phone");
    await runner.query("ALTER TABLE invites DROP COLUMN phone");
    for (const table of ["listing_metrics", "conversions", "campaigns"]) await runner.query(`DROP TABLE ${table}`);
  }
}

const tables = ({ types: { integer, text, flag }, clustered }: Dialect): string[] => [
  `CREATE TABLE campaigns (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    name ${text} NOT NULL,
    channel ${text} NOT NULL,
    source ${text},
    scct_parameter ${text},
    tracking_numbers ${text} NOT NULL,
    PRIMARY KEY (account_id, id),
    ${ofAccount}
  )${clustered}`,
  `CREATE TABLE conversions (
    account_id ${integer} NOT NULL,
    kind ${text} NOT NULL,
    id ${integer} NOT NULL,
    type ${text} NOT NULL,
    at ${integer} NOT NULL,
    from_number ${text} NOT NULL,
    phone ${text},
    tracking_number ${text},
    campaign_id ${integer},
    source ${text},
    new_patient ${flag} NOT NULL,
    created_at ${integer} NOT NULL,
    modified_at ${integer} NOT NULL,
    appointment_id ${integer},
    appointment_at ${integer},
    appointment_date ${text},
    location_id ${integer},
    provider_id ${integer},
    patient_id ${text},
    patient_name ${text},
    PRIMARY KEY (account_id, kind, id),
    ${ofAccount},
    ${within("campaign_id", "campaigns")},
    ${within("location_id", "locations")},
    ${within("provider_id", "providers")}
  )${clustered}`,
  `CREATE TABLE listing_metrics (
    account_id ${integer} NOT NULL,
    location_id ${integer} NOT NULL,
    month ${integer} NOT NULL,
    metric_type ${text} NOT NULL,
    count ${integer} NOT NULL,
    PRIMARY KEY (account_id, location_id, month, metric_type),
    ${within("location_id", "locations")}
  )${clustered}`,
  `ALTER TABLE invites ADD COLUMN phone ${text}`,
  `CREATE INDEX invites_by_phone ON invites (account_id, phone, sent_at) WHERE phone IS NOT NULL`,
];
