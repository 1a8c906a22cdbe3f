import type { MigrationInterface, QueryRunner } from "typeorm";

/** Number that `digestOf` returns for the import key of partial appointments. */
const partial = 22951906563957;

/** Adds the import key of the appointments that lack the patient id or the id in the practice's system. */
export class PartialAppointments1796500000000 implements MigrationInterface {
  up(runner: QueryRunner): Promise<void> {
    return forEachAccount(
      runner,
      (account) => `INSERT INTO appointment_digests (account_id, digest, id) SELECT account_id, ${partial}, id
        FROM appointments WHERE account_id = ${account} AND (patient_id IS NULL OR source IS NULL)`,
    );
  }

  down(runner: QueryRunner): Promise<void> {
    return forEachAccount(
      runner,
      (account) => `DELETE FROM appointment_digests WHERE account_id = ${account} AND digest = ${partial}`,
    );
  }
}

/** Runs a statement for each account, because row-level security on PostgreSQL also limits the owner of the tables. */
async function forEachAccount(runner: QueryRunner, statementOf: (account: string) => string): Promise<void> {
  const accounts = (await runner.query("SELECT id FROM accounts ORDER BY id")) as { readonly id: number | string }[];
  for (const { id } of accounts) {
    const account = String(BigInt(id));
    if (runner.dataSource.options.type === "postgres") {
      await runner.query("SELECT set_config('app.account_id', $1, true)", [account]);
    }
    await runner.query(statementOf(account));
  }
}
