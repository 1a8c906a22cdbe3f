import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "../dialect-of.js";
import type { Dialect } from "../dialect.js";
import { within } from "./foreign-keys.js";

/** What patients answered to surveys. */
export class SurveyResponses1780000004000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(table(dialectOf(runner.dataSource)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE survey_responses");
  }
}

const table = ({ types: { integer, text }, clustered }: Dialect): string => `CREATE TABLE survey_responses (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    survey_id ${integer} NOT NULL,
    submitted_at ${integer} NOT NULL,
    appointment_date ${text},
    contact ${text},
    location_id ${integer},
    provider_id ${integer},
    patient_id ${text},
    patient_first ${text},
    patient_last ${text},
    answers ${text} NOT NULL,
    comments ${text} NOT NULL,
    extras ${text} NOT NULL,
    PRIMARY KEY (account_id, id),
    ${within("survey_id", "surveys")},
    ${within("location_id", "locations")},
    ${within("provider_id", "providers")}
  )${clustered}`;
