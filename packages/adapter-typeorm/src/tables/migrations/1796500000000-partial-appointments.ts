import type { MigrationInterface, QueryRunner } from "typeorm";
import { forEachAccount } from "./schema-sql.js";

/** Number that `digestOf` returns for the import key of partial appointments. */
const partial = 22951906563957;

/** Adds the import key of the appointments that lack the patient id or the id in the practice's system. */
export class PartialAppointments1796500000000 implements MigrationInterface {
  up(runner: QueryRunner): Promise<void> {
    return forEachAccount(runner, (account) =>
      runner.query(`INSERT INTO appointment_digests (account_id, digest, id) SELECT account_id, ${partial}, id
        FROM appointments WHERE account_id = ${account} AND (patient_id IS NULL OR source IS NULL)`),
    );
  }

  down(runner: QueryRunner): Promise<void> {
    return forEachAccount(runner, (account) =>
      runner.query(`DELETE FROM appointment_digests WHERE account_id = ${account} AND digest = ${partial}`),
    );
  }
}
