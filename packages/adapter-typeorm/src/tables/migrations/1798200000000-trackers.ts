import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf, ofAccount } from "./schema-sql.js";

/** Adds the tables of trackers, over which call trackers send events, and of their events. */
export class Trackers1798200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { types, clustered } = dialectOf(runner.dataSource);
    await runner.query(`CREATE TABLE trackers (
      account_id ${types.integer} NOT NULL,
      id ${types.text} NOT NULL,
      name ${types.text} NOT NULL,
      kind ${types.text} NOT NULL,
      signing_keys ${types.text} NOT NULL,
      mapping ${types.text},
      created_at ${types.integer} NOT NULL,
      removed_at ${types.integer},
      PRIMARY KEY (account_id, id),
      ${ofAccount}
    )${clustered}`);
    await runner.query(`CREATE TABLE tracker_events (
      account_id ${types.integer} NOT NULL,
      id ${types.integer} NOT NULL,
      tracker_id ${types.text} NOT NULL,
      received_at ${types.integer} NOT NULL,
      digest ${types.text} NOT NULL,
      sent_at ${types.integer},
      state ${types.text} NOT NULL,
      reason ${types.text},
      body ${types.text},
      call_name ${types.text},
      call_id ${types.integer},
      event_rank ${types.integer} NOT NULL,
      tries ${types.integer} NOT NULL,
      PRIMARY KEY (account_id, id),
      ${ofAccount}
    )${clustered}`);
    await runner.query("CREATE UNIQUE INDEX tracker_events_by_digest ON tracker_events (account_id, digest)");
    await runner.query(
      "CREATE INDEX tracker_events_by_call ON tracker_events (account_id, tracker_id, call_name) WHERE call_name IS NOT NULL",
    );
    await runner.query("CREATE INDEX tracker_events_by_tracker ON tracker_events (account_id, tracker_id, id)");
    // Finds the account of a tracker before the account is known.
    await runner.query(`CREATE TABLE tracker_ids (
      id ${types.text} NOT NULL,
      account_id ${types.integer} NOT NULL,
      PRIMARY KEY (id),
      ${ofAccount}
    )${clustered}`);
    // Repeats the waiting events, so that one query finds the events of all accounts.
    await runner.query(`CREATE TABLE waiting_events (
      account_id ${types.integer} NOT NULL,
      event_id ${types.integer} NOT NULL,
      received_at ${types.integer} NOT NULL,
      PRIMARY KEY (account_id, event_id),
      ${ofAccount}
    )${clustered}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ["waiting_events", "tracker_ids", "tracker_events", "trackers"])
      await runner.query(`DROP TABLE ${table}`);
  }
}
