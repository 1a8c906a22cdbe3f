import { hash, randomInt } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { AccountId, AppointmentId, Cents, Conversion, Origin, OutcomeStore, SealOptions } from "@repute/domain";
import type { Dialect, Engine, RawRow, Session, Value } from "../engine.js";
import { maxInteger, minInteger } from "../lists/list-query.js";
import { boundRows, maxAdded, slices } from "../tables/bound-rows.js";
import { type OriginValues, type OutcomeSpan, outcomeSpanTable } from "../tables/conversions.js";

/** Length of the spans of time whose results are stored together: four days in milliseconds. */
const spanLength = 4 * 86_400_000;

/**
 * Results of conversions. The sums are the number of conversions, the number of closing ones, the known revenue, and how
 * many revenues are unknown, of new patients and of others. `patients` has a number for each new patient, and `assisted`
 * the ids of assisted appointments. Both can be repeated.
 */
type Results = {
  readonly sums: [conversions: number, closing: number, revenue: number, unknownOfNew: number, unknownOfOthers: number];
  readonly patients: number[];
  readonly assisted: number[];
};

type ResultsOf = (origin: OriginValues) => Results;

/** Returns a function that finds the results to which an origin belongs, and the results by key. */
function resultsBy(keyOf: (origin: OriginValues) => string) {
  const found = new Map<string, Results>();
  const resultsOf: ResultsOf = (origin) => {
    const key = keyOf(origin);
    const results = found.get(key) ?? { sums: [0, 0, 0, 0, 0], patients: [], assisted: [] };
    found.set(key, results);
    return results;
  };
  return { found, resultsOf };
}

type Range = { readonly from: number; readonly to: number };

/** Adds the results of the conversions in a time range. Other requests can run after each 10,000 conversions. */
async function addConversions(session: Session, account: AccountId, range: Range, resultsOf: ResultsOf) {
  for (let from = range.from; from < range.to;) {
    const rows = await session.query(nextConversions(session.dialect), [account, from, range.to]);
    for (const row of rows) addRow(row, resultsOf);
    from = (rows[0]?.["until"] as number | undefined) ?? range.to;
    await setImmediate();
  }
}

const conversionsAtOnce = 10_000;

/** SQL expression for the patient of an appointment: the patient id, or else the phones, the name, or the appointment id. */
const patient = `CASE WHEN patient_id IS NOT NULL THEN 'id ' || patient_id WHEN phones <> '[]' THEN 'phone ' || phones
  WHEN patient_name IS NOT NULL THEN 'name ' || patient_name ELSE 'appointment ' || id END`;

/**
 * Query for the results of the next conversions in a time range, by origin, and for the time at which they end. Reads
 * appointments only for closing conversions.
 */
const nextConversions = ({ jsonArray, types: { integer } }: Dialect): string =>
  `WITH bound AS MATERIALIZED (SELECT coalesce((SELECT at FROM conversions WHERE account_id = $1 AND at > $2 AND at < $3
      ORDER BY at LIMIT 1 OFFSET ${conversionsAtOnce}), $3) AS until),
    found AS (SELECT campaign_id, source, sent_channel, new_patient, own.id, revenue, patient,
        CASE WHEN NOT closes THEN appointment_id END AS assisted
      FROM (SELECT * FROM conversions WHERE account_id = $1 AND at >= $2 AND at < (SELECT until FROM bound)) AS touches
        LEFT JOIN (SELECT id, revenue, ${patient} AS patient FROM appointments WHERE account_id = $1) AS own
          ON own.id = CASE WHEN closes THEN appointment_id END)
  SELECT campaign_id, source, sent_channel, count(*) AS conversions, count(id) AS closing,
      CAST(coalesce(sum(revenue), 0) AS ${integer}) AS revenue,
      count(CASE WHEN revenue IS NULL AND new_patient THEN id END) AS unknown_of_new,
      count(CASE WHEN revenue IS NULL AND NOT new_patient THEN id END) AS unknown_of_others,
      ${jsonArray("patient", "new_patient AND id IS NOT NULL")} AS patients,
      ${jsonArray("assisted", "assisted IS NOT NULL")} AS assisted, (SELECT until FROM bound) AS until
    FROM found GROUP BY campaign_id, source, sent_channel`;

const summed = ["conversions", "closing", "revenue", "unknown_of_new", "unknown_of_others"] as const;

function addRow(row: RawRow, resultsOf: ResultsOf): void {
  const origin = [row["campaign_id"], row["source"], row["sent_channel"]] as unknown as OriginValues;
  const { sums, patients, assisted } = resultsOf(origin);
  for (const [index, name] of summed.entries()) (sums[index] as number) += row[name] as number;
  for (const patient of valuesOf<string>(row["patients"])) patients.push(numberOf(patient));
  for (const id of valuesOf<number>(row["assisted"])) assisted.push(id);
}

const valuesOf = <T>(json: unknown): readonly T[] => (typeof json === "string" ? (JSON.parse(json) as T[]) : []);

/** Returns a number for a patient. Among 100,000 patients, two have the same number with a probability of one in a million. */
const numberOf = (patient: string): number => Number.parseInt(hash("sha256", patient, "hex").slice(0, 13), 16);

/** Adds the results of a span. Uses plain loops for speed. */
function addSpan({ origins, results }: OutcomeSpan, resultsOf: ResultsOf): void {
  const numbers = new Float64Array(new Uint8Array(results).buffer);
  let place = 0;
  for (const origin of origins) {
    const { sums, patients, assisted } = resultsOf(origin);
    for (let index = 0; index < sums.length; index += 1) (sums[index] as number) += numbers[place++] as number;
    for (const list of [patients, assisted]) {
      for (let left = numbers[place++] as number; left > 0; left -= 1) list.push(numbers[place++] as number);
    }
  }
}

/** Odd factors that spread numbers over a table. They are random, so that no client can choose ids that make it slow. */
const [factor, otherFactor] = [1 + 2 * randomInt(2 ** 30), 1 + 2 * randomInt(2 ** 30)];

/** Returns how many different numbers an array has. Its table of numbers is ten times as fast as a `Set`. */
function distinct(numbers: readonly number[]): number {
  const bits = Math.ceil(Math.log2(numbers.length + 1)) + 1;
  const table = new Float64Array(2 ** bits);
  let found = 0;
  for (const number of numbers) {
    const stored = number + 1; // a place without a number has 0
    let place = Math.imul(stored ^ Math.imul(stored / 0x1_0000_0000, otherFactor), factor) >>> (32 - bits);
    while (table[place] !== 0 && table[place] !== stored) place = (place + 1) % table.length;
    if (table[place] !== 0) continue;
    table[place] = stored;
    found += 1;
  }
  return found;
}

/**
 * Stores the results of each past span with enough conversions. Stores each span in a unit of work that also reads its
 * conversions, so that none of them changes in between.
 */
export async function sealOutcomes(
  { read, write }: Pick<Engine, "read" | "write">,
  account: AccountId,
  { conversions: min = 100, isStopping }: SealOptions,
): Promise<void> {
  const stored = await read(account, ({ query }) => query(starts, [account]));
  const known = new Set(stored.map(({ first_at: firstAt }) => firstAt as number));
  for (let firstAt: number = minInteger; !isStopping?.();) {
    while (known.has(firstAt)) firstAt += spanLength;
    const [row] = await read(account, ({ query }) => query(enough, [account, firstAt, min - 1]));
    const own = Math.floor(Number(row?.["at"]) / spanLength) * spanLength;
    if (!(own + spanLength <= Number(row?.["newest"]))) return;
    // Before the span with the last of these conversions, no span has enough.
    if (own > firstAt) firstAt = own;
    else {
      await write(account, (session) => store(session, account, own));
      known.add(own);
    }
  }
}

const starts = "SELECT first_at FROM outcome_spans WHERE account_id = $1";

const enough = `SELECT at, (SELECT max(at) FROM conversions WHERE account_id = $1) AS newest
  FROM conversions WHERE account_id = $1 AND at >= $2 ORDER BY at LIMIT 1 OFFSET $3`;

async function store(session: Session, account: AccountId, firstAt: number): Promise<void> {
  const { found, resultsOf } = resultsBy((origin) => JSON.stringify(origin));
  await addConversions(session, account, { from: firstAt, to: firstAt + spanLength }, resultsOf);
  const numbers = [...found.values()].flatMap(({ sums, patients, assisted }) => [
    ...[...sums, patients.length, ...patients, assisted.length, ...assisted],
  ]);
  const origins = [...found.keys()].map((origin) => JSON.parse(origin) as OriginValues);
  const results = new Uint8Array(Float64Array.from(numbers).buffer);
  await outcomeSpanTable.save(session, account, [{ firstAt, origins, results }]);
}

/** Conversion that is saved, or that is removed if `at` is absent. */
type Touched = Pick<Conversion, "kind" | "id"> & { readonly at?: Conversion["at"] };

/** Deletes the stored results that depend on conversions. Call this before the conversions are saved or removed. */
export const forgetOutcomes = (session: Session, account: AccountId, conversions: readonly Touched[]): Promise<void> =>
  forget(
    session,
    account,
    conversions.map(({ kind, id, at = null }) => [kind, id, at]),
    timesOfConversions,
  );

/** Deletes the stored results of the closing conversions of appointments. */
export const forgetOutcomesOf = (session: Session, account: AccountId, ids: readonly AppointmentId[]): Promise<void> =>
  forget(
    session,
    account,
    ids.map((id) => [id]),
    timesOfAppointments,
  );

/** Sends all statements at once, so that the caller can write before they end. */
async function forget(
  { dialect, run }: Session,
  account: AccountId,
  keys: readonly (readonly Value[])[],
  times: (dialect: Dialect) => string,
): Promise<void> {
  const bound = `(SELECT at / ${spanLength} * ${spanLength} AS first_at FROM (${times(dialect)}) AS touched)`;
  const spans = { table: "outcome_spans", condition: "account_id = $1", names: ["first_at"], bound };
  const sql = `DELETE FROM outcome_spans WHERE ${dialect.among(spans)}`;
  await Promise.all(
    Array.from(
      slices(keys, () => 1, maxAdded),
      (slice) => run(sql, [account, JSON.stringify(slice)]),
    ),
  );
}

const timesOfConversions = (dialect: Dialect): string => {
  const lookup = boundRows(dialect, "$2", { kind: "text", id: "integer", at: "integer" });
  return `SELECT at FROM ${lookup} AS saved UNION ALL
    SELECT (SELECT at FROM conversions WHERE account_id = $1 AND kind = lookup.kind AND id = lookup.id) FROM ${lookup} AS lookup`;
};

// Finds the key first, because SQLite would search the time in an index of all conversions.
const timesOfAppointments = (dialect: Dialect): string =>
  `SELECT (SELECT at FROM conversions WHERE account_id = $1 AND (kind, id) = (SELECT kind, id FROM conversions
      WHERE account_id = $1 AND appointment_id = lookup.id AND closes LIMIT 1)) AS at
    FROM ${boundRows(dialect, "$2", { id: "integer" })} AS lookup`;

/** Returns the store that computes conversion outcomes. Reads the stored results of most conversions. */
export const outcomeStore = (session: Session): OutcomeStore => ({
  async ofChannels(account, { from = minInteger, to = maxInteger }, channelOf) {
    const { found, resultsOf } = resultsBy(([campaignId, source, sentChannel]) =>
      channelOf({ campaignId, source, sentChannel } as Origin),
    );
    let start: number = from;
    const addUntil = (end: number) => addConversions(session, account, { from: start, to: end }, resultsOf);
    for (let isLast = false; !isLast;) {
      const spans = await outcomeSpanTable.find(session, nextSpans, [account, start, to - spanLength]);
      for (const span of spans) {
        await addUntil(span.firstAt);
        addSpan(span, resultsOf);
        start = span.firstAt + spanLength;
      }
      isLast = spans.length < spansAtOnce;
      await setImmediate();
    }
    await addUntil(to);
    return [...found].map(([channel, { sums, patients, assisted }]) => {
      const [conversions, appointments, revenue, unknownOfNew, unknownOfOthers] = sums;
      const counts = { conversions, appointments, assists: distinct(assisted), newPatients: distinct(patients) };
      return { channel, ...counts, knownRevenue: revenue as Cents, unknownOfNew, unknownOfOthers };
    });
  },
});

const spansAtOnce = 100;

const nextSpans = `account_id = $1 AND first_at >= $2 AND first_at <= $3 ORDER BY first_at LIMIT ${spansAtOnce}`;
