import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "./dialect-of.js";
import { ofAccount } from "./foreign-keys.js";
import { fillDigests } from "./fill-digests.js";

/**
 * Adds short hashes of the keys with which imports find appointments. Drops the index `invites_by_phone`, because
 * invite keys replace it.
 */
export class AppointmentDigests1780000062000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const {
      types: { integer },
      clustered,
    } = dialectOf(runner.dataSource);
    await runner.query(`CREATE TABLE appointment_digests (
      account_id ${integer} NOT NULL,
      digest ${integer} NOT NULL,
      id ${integer} NOT NULL,
      PRIMARY KEY (account_id, digest, id),
      ${ofAccount}
    )${clustered}`);
    await fillDigests(runner);
    await runner.query("DROP INDEX invites_by_phone");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("CREATE INDEX invites_by_phone ON invites (account_id, phone, sent_at) WHERE phone IS NOT NULL");
    await runner.query("DROP TABLE appointment_digests");
  }
}
