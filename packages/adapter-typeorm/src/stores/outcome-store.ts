import { setImmediate } from "node:timers/promises";
import type {
  AccountId,
  Cents,
  ChannelOutcome,
  Instant,
  OriginChannel,
  OriginCount,
  OutcomeStore,
  Window,
} from "@repute/domain";
import type { Dialect } from "../engine/dialect.js";
import type { RawRow, Session } from "../engine/session.js";
import { originKey } from "../tables/conversions.js";
import { slices } from "../tables/slices.js";

/**
 * Returns the store that computes conversion outcomes. Each statement reads a limited part of the conversions, so that
 * other requests can run in between.
 */
export const outcomeStore = (session: Session): OutcomeStore => ({
  async origins(account, window) {
    const found: OriginCount[] = [];
    for (let after = ""; ;) {
      const rows = await session.query(origins, [...boundsOf(account, window), after]);
      await setImmediate();
      found.push(...rows.map(originOf).filter(({ conversions }) => conversions > 0));
      if (rows.length < originsAtOnce) return found;
      after = rows.at(-1)?.["origin"] as string;
    }
  },
  async ofChannels(account, window, channels) {
    const outcomes: ChannelOutcome[] = [];
    for (const channel of new Set(channels.map((one) => one.channel))) {
      const own = channels.filter((one) => one.channel === channel);
      const outcome = await outcomeOf(session, account, partsOf(own, window));
      if (outcome.appointments + outcome.assists > 0) outcomes.push({ channel, ...outcome });
    }
    return outcomes;
  },
});

const limitsOf = ({ from, to }: Window) => [from ?? Number.MIN_SAFE_INTEGER, to ?? Number.MAX_SAFE_INTEGER] as const;

const boundsOf = (account: AccountId, window: Window) => [account, ...limitsOf(window)] as const;

/** Maximum number of origins per statement. */
const originsAtOnce = 100;

/** Returns an expression that reads a column of any conversion of an origin. All its conversions have the same value. */
const ofExample = (column: string): string =>
  `(SELECT ${column} FROM conversions WHERE account_id = $1 AND origin = found.origin ORDER BY origin, at LIMIT 1) AS ${column}`;

/**
 * Query for the next origins and the number of their conversions in a time range.
 * Finds each origin with one lookup in the index, because reading and sorting all conversions takes ten times as long.
 */
const origins = `WITH RECURSIVE found(origin, number) AS (
    SELECT (SELECT min(origin) FROM conversions WHERE account_id = $1 AND origin > $4), 1
    UNION ALL SELECT (SELECT min(origin) FROM conversions WHERE account_id = $1 AND origin > found.origin), number + 1
      FROM found WHERE origin IS NOT NULL AND number < ${originsAtOnce})
  SELECT origin, ${["campaign_id", "source", "sent_channel"].map(ofExample).join(", ")},
      (SELECT count(*) FROM conversions WHERE account_id = $1 AND origin = found.origin AND at >= $2 AND at < $3) AS conversions
    FROM found WHERE origin IS NOT NULL ORDER BY origin`;

const originOf = ({ campaign_id: campaignId, source, sent_channel: sentChannel, conversions }: RawRow): OriginCount =>
  ({ campaignId, source, sentChannel, conversions }) as OriginCount;

/** Part of a channel's conversions: the conversions with one of several origins in a time range. */
type Part = { readonly origins: readonly OriginChannel[]; readonly window: Window };

/** Approximate number of conversions that one statement reads. */
const conversionsAtOnce = 10_000;

/** Divides the conversions of a channel into parts of similar size: into groups of origins, and evenly in time. */
function* partsOf(channels: readonly OriginChannel[], window: Window): Generator<Part, void> {
  const [from, to] = limitsOf(window);
  for (const origins of slices(channels, () => 1, originsAtOnce)) {
    const conversions = origins.reduce((sum, one) => sum + one.conversions, 0);
    const length = Math.ceil((to - from) / Math.ceil(conversions / conversionsAtOnce));
    for (let start = from; start < to; start += length) {
      yield { origins, window: { from: start as Instant, to: Math.min(start + length, to) as Instant } };
    }
  }
}

/** Adds up the outcomes of all parts of a channel. Counts each appointment and each patient once. */
async function outcomeOf(session: Session, account: AccountId, parts: Iterable<Part>) {
  const [assisted, patients] = [new Set<unknown>(), new Set<unknown>()];
  const total = { appointments: 0, knownRevenue: 0, unknownOfNew: 0, unknownOfOthers: 0 };
  for (const { origins: some, window } of parts) {
    const keys = session.dialect.list(some.map(originKey));
    const [row = {}] = await session.query(outcomes(session.dialect), [...boundsOf(account, window), keys]);
    for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += Number(row[name]);
    for (const id of valuesOf(row["assisted"])) assisted.add(id);
    for (const patient of valuesOf(row["patients"])) patients.add(patient);
    await setImmediate();
  }
  const knownRevenue = total.knownRevenue as Cents;
  return { ...total, knownRevenue, assists: assisted.size, newPatients: patients.size };
}

const valuesOf = (json: unknown): readonly unknown[] =>
  typeof json === "string" ? (JSON.parse(json) as unknown[]) : [];

/**
 * SQL expression that identifies the patient of an appointment.
 * Uses the patient id, or else the phones, the name, or the appointment id.
 */
const patient = `CASE WHEN patient_id IS NOT NULL THEN 'id ' || patient_id WHEN phones <> '[]' THEN 'phone ' || phones
  WHEN patient_name IS NOT NULL THEN 'name ' || patient_name ELSE 'appointment ' || id END`;

/** Returns a query for the outcomes of some parts of a channel. Reads appointments only for closing conversions. */
const outcomes = ({ oneOf, jsonArray, types: { integer } }: Dialect): string =>
  `WITH linked AS NOT MATERIALIZED (SELECT appointment_id, closes, new_patient FROM conversions
      WHERE account_id = $1 AND ${oneOf("origin", "text", "$4")} AND at >= $2 AND at < $3 AND appointment_id IS NOT NULL)
  SELECT count(*) AS appointments, CAST(coalesce(sum(revenue), 0) AS ${integer}) AS "knownRevenue",
      count(CASE WHEN revenue IS NULL AND new_patient THEN 1 END) AS "unknownOfNew",
      count(CASE WHEN revenue IS NULL AND NOT new_patient THEN 1 END) AS "unknownOfOthers",
      ${jsonArray(patient, "new_patient")} AS patients,
      (SELECT ${jsonArray("appointment_id", "NOT closes")} FROM linked) AS assisted
    FROM linked CROSS JOIN (SELECT * FROM appointments WHERE account_id = $1) AS own
    WHERE own.id = appointment_id AND closes`;
