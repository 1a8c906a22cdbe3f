import { emailKey } from "@repute/domain";
import type { MigrationInterface, QueryRunner } from "typeorm";
import { forEachAccount } from "./schema-sql.js";

/** Finds users by all spellings of an email address: in Unicode and Punycode, composed and decomposed. */
export class EmailSpellings1796900000000 implements MigrationInterface {
  up(runner: QueryRunner): Promise<void> {
    return changeKeys(runner, emailKey);
  }

  down(runner: QueryRunner): Promise<void> {
    return changeKeys(runner, (email) => email.toLowerCase());
  }
}

type Row = { readonly id: number | string; readonly email: string; readonly email_key: string };

function changeKeys(runner: QueryRunner, keyOf: (email: string) => string): Promise<void> {
  const value = runner.dataSource.driver.createParameter("key", 0);
  return forEachAccount(runner, async (account) => {
    const users = await runner.query(`SELECT id, email, email_key FROM users WHERE account_id = ${account}`);
    for (const { id, email, email_key: known } of users as Row[]) {
      const key = keyOf(email);
      if (key === known) continue;
      await runner.query(`UPDATE users SET email_key = ${value} WHERE account_id = ${account} AND id = ${id}`, [key]);
    }
  });
}
