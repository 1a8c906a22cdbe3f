import { hash } from "node:crypto";
import { type Appointment, type CalendarDate, importKeysOf } from "@repute/domain";
import type { MigrationInterface, QueryRunner } from "typeorm";
import { boundRows } from "../bound-rows.js";
import { appointments, invites } from "./record-schema.js";
import { dialectOf, forEachAccount, ofAccount } from "./schema-sql.js";

/**
 * Stores the keys of appointments and invites in one table with one order, because an import changes a page for each
 * key and order. Two indexes contain only the keys of very many appointments.
 */
export class MatchKeys1798300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(matchKeys(runner));
    await forEachAccount(runner, async (account) => {
      await runner.query(`INSERT INTO match_keys (${columns}, provider_id)
        SELECT ${columns}, NULL FROM appointment_keys WHERE account_id = ${account}
        UNION ALL SELECT account_id, kind, value, 2, sent_at, id, '', '', NULL, NULL, provider_id
        FROM invite_keys WHERE account_id = ${account} ORDER BY 2, 3, 4, 5, 6`);
      await runner.query(`UPDATE match_keys SET booked_day = ${bookedDay} WHERE account_id = ${account} AND form < 2
        AND (kind, value) IN (SELECT kind, value FROM match_keys WHERE account_id = ${account}
          AND form < 2 AND kind <> 'name' GROUP BY kind, value HAVING count(*) > 200)`);
      await storeDigests(
        runner,
        account,
        (bound) => `INSERT INTO match_keys (${columns})
        SELECT ${account}, kind, value, 3, digest, id, '', '', NULL, NULL FROM ${bound}`,
      );
    });
    for (const index of indexes) await runner.query(index);
    for (const table of ["appointment_keys", "invite_keys", "appointment_digests"])
      await runner.query(`DROP TABLE ${table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    const dialect = dialectOf(runner.dataSource);
    const before = [...invites(dialect), ...appointments(dialect)];
    for (const sql of before.filter((one) => /^CREATE \w+ (invite_keys|appointment_(keys|digests))/.test(one)))
      await runner.query(sql);
    await forEachAccount(runner, async (account) => {
      const own = `FROM match_keys WHERE account_id = ${account}`;
      await runner.query(`INSERT INTO appointment_keys (${columns}, booked_day)
        SELECT ${columns}, ${bookedDay} ${own} AND form < 2`);
      await runner.query(`INSERT INTO invite_keys (account_id, kind, value, sent_at, id, provider_id)
        SELECT account_id, kind, value, at, id, provider_id ${own} AND form = 2`);
      await runner.query(`INSERT INTO appointment_digests (account_id, digest, id)
        SELECT account_id, at, id ${own} AND form = 3`);
    });
    await runner.query("DROP TABLE match_keys");
  }
}

const columns = "account_id, kind, value, form, at, id, last_name, first_name, booked_form, booked_at";

// 0 if the booking date is unknown.
const bookedDay = "CASE WHEN booked_at IS NULL THEN 0 ELSE (booked_at + 86400000000000) / 86400000 END";

// Form 0 is a timestamp, form 1 a date at midnight in UTC, and form 2 the time of an invite.
function matchKeys(runner: QueryRunner): string {
  const { types, clustered, importKeys } = dialectOf(runner.dataSource);
  return `CREATE TABLE match_keys (
    account_id ${types.integer} NOT NULL,
    kind ${types.text} NOT NULL,
    value ${types.text} NOT NULL,
    form ${types.integer} NOT NULL,
    at ${types.integer} NOT NULL,
    id ${types.integer} NOT NULL,
    last_name ${types.text} NOT NULL,
    first_name ${types.text} NOT NULL,
    booked_form ${types.integer},
    booked_at ${types.integer},
    booked_day ${types.integer},
    provider_id ${types.integer},
    PRIMARY KEY (account_id, kind, value, form, at, id)
    ${importKeys(ofAccount)}
  )${clustered}`;
}

const indexes = [
  `CREATE INDEX match_keys_by_name ON match_keys (account_id, kind, value, last_name, form, at, id,
    first_name, booked_form, booked_at, booked_day) WHERE booked_day IS NOT NULL`,
  `CREATE INDEX match_keys_by_booking ON match_keys (account_id, kind, value, form, booked_day, at, id,
    booked_form, booked_at) WHERE booked_day IS NOT NULL`,
];

type Row = Readonly<Record<"id" | "appointment_at" | "location_id" | "provider_id", number | string | null>> &
  Readonly<Record<"patient_id" | "patient_name" | "email" | "source" | "status", string | null>> & {
    readonly appointment_date: CalendarDate | null;
    readonly date_of_birth: CalendarDate | null;
    readonly phones: string;
  };

/** Stores the digests of import keys, in steps. `insert` returns the statement that inserts the bound digests. */
async function storeDigests(runner: QueryRunner, account: string, insert: (bound: string) => string): Promise<void> {
  const placeholder = runner.dataSource.driver.createParameter("rows", 0);
  const bound = boundRows(dialectOf(runner.dataSource), placeholder, members);
  for (let last = 0; ;) {
    const rows =
      (await runner.query(`SELECT id, appointment_at, appointment_date, patient_id, patient_name, date_of_birth,
      phones, email, location_id, provider_id, source, status
      FROM appointments WHERE account_id = ${account} AND id > ${last} ORDER BY id LIMIT 2000`)) as Row[];
    if (rows.length === 0) return;
    last = Number(rows.at(-1)?.id);
    await runner.query(insert(`${bound} AS digests`), [JSON.stringify(rows.flatMap(digestsOf))]);
  }
}

const members = { kind: "text", value: "text", digest: "integer", id: "integer" } as const;

function digestsOf(row: Row): (readonly (string | number)[])[] {
  const numberOf = (value: number | string | null) => (value === null ? null : Number(value));
  const appointment = {
    ...{ at: numberOf(row.appointment_at) ?? row.appointment_date, status: row.status },
    ...{ patientId: row.patient_id, patientName: row.patient_name, dateOfBirth: row.date_of_birth },
    ...{ phones: JSON.parse(row.phones) as unknown, email: row.email },
    ...{ locationId: numberOf(row.location_id), providerId: numberOf(row.provider_id) },
    source: row.source === null ? null : (JSON.parse(row.source) as unknown),
  };
  const digests = importKeysOf(appointment as Appointment).map(({ kind, value }) => {
    const digest = Number.parseInt(hash("sha256", `${kind} ${value}`, "hex").slice(0, 12), 16);
    return [digest, [...placeOf(kind, value), digest, Number(row.id)]] as const;
  });
  return [...new Map(digests).values()];
}

function placeOf(kind: string, value: string): readonly [kind: string, value: string] {
  if (kind === "source") return ["visit", value];
  const [, ofPatient, patient] = (kind === "visit" && /^(\w+) (.+) \S* \d* \d*$/s.exec(value)) || [];
  return [ofPatient ?? kind, patient ?? ""];
}
