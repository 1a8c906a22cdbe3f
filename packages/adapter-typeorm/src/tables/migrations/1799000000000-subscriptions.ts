import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf, ofAccount, within } from "./schema-sql.js";

/** Adds the tables of users' subscriptions to notifications. */
export class Subscriptions1799000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { types, clustered } = dialectOf(runner.dataSource);
    await runner.query(`CREATE TABLE subscriptions (
      account_id ${types.integer} NOT NULL,
      user_id ${types.integer} NOT NULL,
      id ${types.text} NOT NULL,
      topics ${types.text} NOT NULL,
      max_rating ${types.integer} NOT NULL,
      due_at ${types.integer} NOT NULL,
      mailed_at ${types.integer},
      failure ${types.text},
      reported ${types.text} NOT NULL,
      PRIMARY KEY (account_id, user_id),
      ${ofAccount},
      ${within("user_id", "users")}
    )${clustered}`);
    // Repeats the ids and due times, so that one query finds a subscription in any account.
    await runner.query(`CREATE TABLE due_subscriptions (
      id ${types.text} NOT NULL,
      account_id ${types.integer} NOT NULL,
      user_id ${types.integer} NOT NULL,
      due_at ${types.integer} NOT NULL,
      PRIMARY KEY (id),
      ${ofAccount}
    )${clustered}`);
    await runner.query("CREATE INDEX due_subscriptions_by_time ON due_subscriptions (due_at)");
    await runner.query("CREATE INDEX due_subscriptions_by_user ON due_subscriptions (account_id, user_id)");
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ["due_subscriptions", "subscriptions"]) await runner.query(`DROP TABLE ${table}`);
  }
}
