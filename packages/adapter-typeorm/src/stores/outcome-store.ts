import { setImmediate } from "node:timers/promises";
import type { AccountId, ChannelOutcome, OriginCount, OutcomeStore, Window } from "@repute/domain";
import type { Dialect } from "../engine/dialect.js";
import type { Session } from "../engine/session.js";

/** Returns the store that computes conversion outcomes. The totals are computed in SQL. */
export const outcomeStore = (session: Session): OutcomeStore => ({
  async origins(account, window) {
    const rows = await session.query(
      `SELECT campaign_id AS "campaignId", source, sent_channel AS "sentChannel", count(*) AS conversions FROM conversions
        WHERE account_id = $1 AND at >= $2 AND at < $3 GROUP BY campaign_id, source, sent_channel`,
      boundsOf(account, window),
    );
    await setImmediate();
    return rows as OriginCount[];
  },
  async ofChannels(account, window, channels) {
    const origins = channels.map(({ campaignId, source, sentChannel, channel }) => [
      ...[campaignId ?? 0, source ?? "", sentChannel ?? "", channel],
    ]);
    const values = [...boundsOf(account, window), JSON.stringify(origins)];
    return (await session.query(outcomes(session.dialect), values)) as ChannelOutcome[];
  },
});

const boundsOf = (account: AccountId, { from, to }: Window) =>
  [account, from ?? Number.MIN_SAFE_INTEGER, to ?? Number.MAX_SAFE_INTEGER] as const;

/**
 * SQL expression that identifies the patient of an appointment.
 * Uses the patient id, or else the phones, the name, or the appointment id.
 */
const patient = `CASE WHEN patient_id IS NOT NULL THEN 'id ' || patient_id WHEN phones <> '[]' THEN 'phone ' || phones
  WHEN patient_name IS NOT NULL THEN 'name ' || patient_name ELSE 'appointment ' || id END`;

const sums = {
  appointments: "appointments",
  assists: "assists",
  newPatients: "new_patients",
  knownRevenue: "revenue",
  unknownOfNew: "unknown_of_new",
  unknownOfOthers: "unknown_of_others",
} as const;

/** Returns SUM expressions with casts to integer, because the result type of SUM differs between engines. */
const whole = ({ types: { integer } }: Dialect, columns: Readonly<Record<string, string>>): string =>
  Object.entries(columns)
    .map(([name, column]) => `CAST(sum(${column}) AS ${integer}) AS "${name}"`)
    .join(", ");

/**
 * Returns a query for the outcomes per channel.
 * In joins, 0 and empty strings represent null, because no campaign has id 0 and no source or channel is empty.
 * The query matches origins row by row, because there are few. It reads appointments only for closing conversions.
 */
const outcomes = (dialect: Dialect): string =>
  `WITH origins AS MATERIALIZED (SELECT ${dialect.member(0, "integer")} AS campaign_id, ${dialect.member(1, "text")} AS source,
      ${dialect.member(2, "text")} AS sent_channel, ${dialect.member(3, "text")} AS channel FROM ${dialect.elements("$4")}),
    linked AS (SELECT channel, appointment_id, closes, new_patient FROM conversions
      JOIN origins ON origins.campaign_id = coalesce(conversions.campaign_id, 0)
        AND origins.source = coalesce(conversions.source, '') AND origins.sent_channel = coalesce(conversions.sent_channel, '')
      WHERE account_id = $1 AND at >= $2 AND at < $3 AND appointment_id IS NOT NULL),
    closed AS (SELECT channel, new_patient, revenue, ${patient} AS patient FROM linked
      CROSS JOIN (SELECT * FROM appointments WHERE account_id = $1) AS own WHERE own.id = appointment_id AND closes)
  SELECT channel, ${whole(dialect, sums)} FROM (SELECT channel, count(*) AS appointments, 0 AS assists,
        count(DISTINCT CASE WHEN new_patient THEN patient END) AS new_patients, coalesce(sum(revenue), 0) AS revenue,
        count(CASE WHEN revenue IS NULL AND new_patient THEN 1 END) AS unknown_of_new,
        count(CASE WHEN revenue IS NULL AND NOT new_patient THEN 1 END) AS unknown_of_others
      FROM closed GROUP BY channel
      UNION ALL SELECT channel, 0, count(DISTINCT appointment_id), 0, 0, 0, 0 FROM linked WHERE NOT closes GROUP BY channel) AS parts
    GROUP BY channel`;
