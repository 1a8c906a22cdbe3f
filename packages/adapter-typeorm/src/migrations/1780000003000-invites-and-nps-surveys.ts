import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "../dialect-of.js";
import type { Dialect } from "../dialect.js";
import { within, ofAccount } from "./foreign-keys.js";

/** Invites, NPS surveys, and the way from an invite to what it led to. */
export class InvitesAndNpsSurveys1780000003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of tables(dialectOf(runner.dataSource))) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP INDEX reviews_by_invite");
    for (const table of ["nps_surveys", "invites"]) await runner.query(`DROP TABLE ${table}`);
  }
}

const tables = ({ types: { integer, real, text, flag }, clustered }: Dialect): string[] => [
  `CREATE TABLE invites (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    type ${text} NOT NULL,
    sent_to ${text} NOT NULL,
    sent_at ${integer} NOT NULL,
    sent_by ${text} NOT NULL,
    customer_name ${text},
    location_id ${integer},
    provider_id ${integer},
    message_id ${integer},
    platform_id ${integer},
    opened_at ${integer},
    clicks ${text} NOT NULL,
    proceeded_to_review ${flag} NOT NULL,
    review_rating ${real},
    status ${text} NOT NULL,
    extras ${text} NOT NULL,
    PRIMARY KEY (account_id, id),
    ${ofAccount},
    ${within("location_id", "locations")},
    ${within("provider_id", "providers")},
    ${within("message_id", "messages")},
    ${within("platform_id", "platforms")}
  )${clustered}`,
  `CREATE TABLE nps_surveys (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    platform_id ${integer} NOT NULL,
    location_id ${integer},
    provider_id ${integer},
    rating ${real},
    comment ${text},
    reviewer ${text},
    created_at ${integer} NOT NULL,
    invite_id ${integer},
    extras ${text} NOT NULL,
    nps_rating ${integer} NOT NULL,
    question_id ${text},
    PRIMARY KEY (account_id, id),
    ${within("platform_id", "platforms")},
    ${within("location_id", "locations")},
    ${within("provider_id", "providers")}
  )${clustered}`,
  `CREATE INDEX reviews_by_invite ON reviews (account_id, invite_id) WHERE invite_id IS NOT NULL`,
  `CREATE INDEX nps_surveys_by_invite ON nps_surveys (account_id, invite_id) WHERE invite_id IS NOT NULL`,
];
