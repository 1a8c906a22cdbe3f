import type { Appointment } from "@repute/domain";
import type { QueryRunner } from "typeorm";
import { dialectOf } from "./dialect-of.js";
import { digestsOf } from "../appointments.js";

const page = 1_000;

/**
 * Adds key hashes for existing appointments. Sets the account before each query, because row-level security shows only
 * the rows of one account.
 */
export async function fillDigests(runner: QueryRunner): Promise<void> {
  const accounts = (await runner.query("SELECT id FROM accounts")) as readonly { readonly id: number | string }[];
  const isPostgres = runner.dataSource.options.type === "postgres";
  for (const { id } of accounts) {
    const account = Number(id);
    if (isPostgres) await runner.query(`SELECT set_config('app.account_id', '${account}', true)`);
    await fillAccount(runner, account);
    await runner.query(`DELETE FROM appointment_keys
      WHERE account_id = ${account} AND kind IN ('person', 'visit', 'source')`);
  }
  // Run deferred checks now, because PostgreSQL cannot alter a table with pending checks.
  if (isPostgres) await runner.query("SET CONSTRAINTS ALL IMMEDIATE");
}

async function fillAccount(runner: QueryRunner, account: number): Promise<void> {
  const { member, elements } = dialectOf(runner.dataSource);
  for (let after = 0; ;) {
    const rows = (await runner.query(`SELECT id, appointment_at, appointment_date, patient_id, patient_name,
        date_of_birth, phones, email, location_id, provider_id, source FROM appointments
      WHERE account_id = ${account} AND id > ${after} ORDER BY id LIMIT ${page}`)) as readonly AppointmentRow[];
    const digests = rows.flatMap((row) => digestsOf(appointmentOf(row)).map(({ digest, id }) => [digest, id]));
    // Inserting the JSON into the SQL text is safe, because it contains only numbers.
    await runner.query(`INSERT INTO appointment_digests (account_id, digest, id)
      SELECT ${account}, ${member(0, "integer")}, ${member(1, "integer")} FROM ${elements(`'${JSON.stringify(digests)}'`)}`);
    after = Number(rows.at(-1)?.id);
    if (rows.length < page) return;
  }
}

type Count = number | string | null;
type AppointmentRow = Readonly<
  Record<"id" | "appointment_at" | "location_id" | "provider_id", Count> &
    Record<"appointment_date" | "patient_id" | "patient_name" | "date_of_birth" | "email" | "source", string | null> & {
      readonly phones: string;
    }
>;

/** Returns an appointment that has only the members on which its keys depend. */
function appointmentOf(row: AppointmentRow): Appointment {
  const [at, locationId, providerId] = [row.appointment_at, row.location_id, row.provider_id].map((one) =>
    one === null ? null : Number(one),
  );
  const appointment: object = {
    ...{ id: Number(row.id), at: at ?? row.appointment_date, locationId, providerId },
    ...{ patientId: row.patient_id, patientName: row.patient_name, dateOfBirth: row.date_of_birth },
    ...{ phones: JSON.parse(row.phones) as string[], email: row.email },
    source: row.source === null ? null : (JSON.parse(row.source) as Appointment["source"]),
  };
  return appointment as Appointment;
}
