import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf, ofAccount } from "./schema-sql.js";

/** Adds the kinds of files that loader tokens may send, and the table of the files that were sent over HTTP. */
export class Uploads1797700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { types, clustered } = dialectOf(runner.dataSource);
    await runner.query(`ALTER TABLE credentials ADD COLUMN only_kinds ${types.text}`);
    await runner.query(`CREATE TABLE uploads (
      account_id ${types.integer} NOT NULL,
      id ${types.integer} NOT NULL,
      kind ${types.text} NOT NULL,
      options ${types.text} NOT NULL,
      received_at ${types.integer} NOT NULL,
      file_name ${types.text},
      bytes ${types.integer} NOT NULL,
      sha256 ${types.text} NOT NULL,
      content ${types.text} NOT NULL,
      sender ${types.text} NOT NULL,
      repeats ${types.integer},
      state ${types.text} NOT NULL,
      holder ${types.text},
      until ${types.integer},
      tries ${types.integer} NOT NULL,
      started_at ${types.integer},
      ended_at ${types.integer},
      progress ${types.text},
      result ${types.text},
      failure ${types.text},
      PRIMARY KEY (account_id, id),
      ${ofAccount}
    )${clustered}`);
    await runner.query("CREATE INDEX uploads_by_content ON uploads (account_id, sha256)");
    await runner.query("CREATE INDEX unfinished_uploads ON uploads (account_id, id) WHERE ended_at IS NULL");
    // Repeats the uploads that have not ended, so that one query finds the uploads of all accounts.
    await runner.query(`CREATE TABLE waiting_uploads (
      account_id ${types.integer} NOT NULL,
      upload_id ${types.integer} NOT NULL,
      received_at ${types.integer} NOT NULL,
      content ${types.text} NOT NULL,
      PRIMARY KEY (account_id, upload_id),
      ${ofAccount}
    )${clustered}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE waiting_uploads");
    await runner.query("DROP TABLE uploads");
    await runner.query("ALTER TABLE credentials DROP COLUMN only_kinds");
  }
}
