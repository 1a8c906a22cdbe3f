import { setImmediate } from "node:timers/promises";
import {
  type AccountId,
  type AppointmentId,
  type CallIdStore,
  type CallImportStore,
  type CallName,
  type Cents,
  type ChannelOutcome,
  type Conversion,
  type ConversionKind,
  type ConversionSearch,
  type ConversionStore,
  type Instant,
  type MatchKeyKind,
  matchKeyKinds,
  type OriginChannel,
  type OriginCount,
  type OutcomeStore,
  type SpendStore,
  type Submission,
  submissionKeyText,
  type SubmissionStore,
  type Window,
} from "@repute/domain";
import type { Dialect, RawRow, Session, Value } from "../engine.js";
import { firstNamesAgree, isAmong, lookupTable, slices, turnAfter } from "../tables/bound-rows.js";
import {
  callImportPartTable,
  callImportTable,
  callNameTable,
  conversionTables,
  originKey,
  spendTable,
  submissionTable,
} from "../tables/conversions.js";
import { idsByText, recordStore, removeIds } from "./record-store.js";

export function conversionStore(session: Session): ConversionStore {
  const kinds = {
    call: recordStore<Conversion>(session, conversionTables.call),
    submission: recordStore<Conversion>(session, conversionTables.submission),
  };
  const found = async (account: AccountId, keys: readonly ConversionKey[]): Promise<Conversion[]> => {
    const idsOf = (kind: ConversionKind) => keys.flatMap((key) => (key.kind === kind ? [key.id] : []));
    return [
      ...(await kinds.call.byIds(account, idsOf("call"))),
      ...(await kinds.submission.byIds(account, idsOf("submission"))),
    ];
  };
  /** Returns the conversions of appointments. The parameter `sql` must select the conversion keys. */
  async function foundBy(
    sql: string,
    account: AccountId,
    appointments: readonly AppointmentId[],
    ...more: readonly Value[]
  ): Promise<Conversion[]> {
    const keys: ConversionKey[] = [];
    for (const slice of slices(appointments, () => 1)) {
      const rows = await session.query(sql, [account, JSON.stringify(slice.map((id) => [id])), ...more]);
      keys.push(...keysOf(rows));
      await turnAfter(slice.length);
    }
    return found(account, keys);
  }
  return {
    byIds: (account, kind, ids) => kinds[kind].byIds(account, ids),
    save: (account, conversions) => conversionTables.call.save(session, account, conversions.map(withOrigin)),
    remove: (account, kind, ids) => kinds[kind].remove(account, ids),
    page: (account, kind, page) => kinds[kind].page(account, page),
    waiting: async (account, searches, limit) => found(account, await waiting(session, account, searches, limit)),
    async anyWaiting(account) {
      for (const kind of matchKeyKinds) if (await anyWaiting(session, account, kind)) return true;
      return false;
    },
    closing: (account, appointments) => foundBy(closing(session), account, appointments),
    ofAppointment: (account, appointment, limit, after) =>
      conversionTables.call.find(session, ofAppointment, [
        ...[account, appointment, after?.kind ?? "", after?.id ?? 0, limit],
      ]),
    ofAppointments: (account, appointments, limit) => foundBy(ofAppointments(session), account, appointments, limit),
  };
}

const withOrigin = (conversion: Conversion) => ({ ...conversion, origin: originKey(conversion) });

type ConversionKey = Pick<Conversion, "kind" | "id">;

/** Parses conversion keys from query results, such as `call-1,submission-2`. */
const keysOf = (rows: readonly { readonly keys?: unknown }[]): ConversionKey[] =>
  rows.flatMap(({ keys }) => {
    const texts = typeof keys === "string" ? keys.split(",") : [];
    return texts.map((text) => text.split("-")).map(([kind, id]) => ({ kind, id: Number(id) }) as ConversionKey);
  });

const ofAppointment = `account_id = $1 AND appointment_id = $2 AND (kind, id) > ($3, $4) ORDER BY kind, id LIMIT $5`;

const closing = ({ dialect }: Session): string =>
  `SELECT (SELECT kind || '-' || id FROM conversions WHERE account_id = $1 AND appointment_id = lookup.id AND closes
      LIMIT 1) AS keys
    FROM ${lookupTable(dialect, "$2", { id: "integer" })}`;

const ofAppointments = ({ dialect }: Session): string =>
  `SELECT (SELECT string_agg(kind || '-' || id, ',') FROM (SELECT kind, id FROM conversions
      WHERE account_id = $1 AND appointment_id = lookup.id ORDER BY kind, id LIMIT $3) AS found) AS keys
    FROM ${lookupTable(dialect, "$2", { id: "integer" })}`;

/** Returns the keys of conversions that match the searches and have no appointment yet. Each key is returned once. */
async function waiting(
  session: Session,
  account: AccountId,
  searches: readonly ConversionSearch[],
  limit: number,
): Promise<readonly ConversionKey[]> {
  const found = new Map<string, ConversionKey>();
  for (const kind of matchKeyKinds) {
    const ofKind = searches.filter(({ key }) => key.kind === kind);
    if (ofKind.length === 0 || !(await anyWaiting(session, account, kind))) continue;
    for (const slice of slices(ofKind, () => 1)) {
      const values = [account, JSON.stringify(slice.map(searchValues)), limit];
      const keys = keysOf(await session.query(waitingBy(session, kind), values));
      for (const key of keys) found.set(`${key.kind}-${key.id}`, key);
      if (found.size >= limit) return [...found.values()].slice(0, limit);
      await turnAfter(slice.length);
    }
  }
  return [...found.values()];
}

const searchMembers = {
  ...({
    wanted: "text",
    first: "text",
    last: "text",
    date: "text",
    moment_from: "integer",
    moment_to: "integer",
  } as const),
} as const;

const searchValues = ({ key, name, scheduledDate, window }: ConversionSearch): readonly Value[] => [
  ...[key.value, name?.first ?? "", name?.last ?? "", scheduledDate, window.from, window.to],
];

const matchColumns: Readonly<Record<MatchKeyKind, string>> = {
  phone: "phone",
  email: "email",
  patient: "prospect_id",
  name: "last_name",
};

/** Returns true if any conversion without an appointment has a match key of the given kind. */
async function anyWaiting({ query }: Session, account: AccountId, kind: MatchKeyKind): Promise<boolean> {
  const sql = `SELECT 1 FROM conversions WHERE account_id = $1 AND appointment_id IS NULL
    AND ${matchColumns[kind]} > ''${kind === "name" ? " AND scheduled_date IS NOT NULL" : ""} LIMIT 1`;
  return (await query(sql, [account])).length > 0;
}

const matchConditions: Readonly<Record<MatchKeyKind, string>> = {
  phone: `${matchColumns.phone} = lookup.wanted`,
  email: `${matchColumns.email} = lookup.wanted`,
  patient: `${matchColumns.patient} = lookup.wanted AND last_name = lookup.last AND ${firstNamesAgree}`,
  name: `${matchColumns.name} = lookup.wanted AND scheduled_date = lookup.date AND ${firstNamesAgree}`,
};

const waitingBy = ({ dialect }: Session, kind: MatchKeyKind): string =>
  `SELECT (SELECT string_agg(kind || '-' || id, ',') FROM (SELECT kind, id FROM conversions
      WHERE account_id = $1 AND ${matchConditions[kind]} AND at >= lookup.moment_from AND at < lookup.moment_to
        AND appointment_id IS NULL
      ORDER BY at LIMIT $3) AS found) AS keys
    FROM ${lookupTable(dialect, "$2", searchMembers)}`;

/** Returns the store of call ids. Call trackers identify a call by a name, and Repute assigns an id to each name. */
export function callIdStore(session: Session): CallIdStore {
  return {
    async byNames(account, tracker, names) {
      const found: CallName[] = [];
      for (const slice of slices(names, ({ length }) => length)) {
        const values = [account, tracker, JSON.stringify(slice.map((name) => [name]))];
        const known = await callNameTable.find(session, withNames(session), values);
        found.push(...known.map(({ name, id }) => ({ name, id })));
        await setImmediate();
      }
      return found;
    },
    add: (account, tracker, names) =>
      callNameTable.save(
        session,
        account,
        names.map((name) => ({ ...name, tracker })),
      ),
    remove: (account, ids) => removeIds(session, callNameTable, account, ids),
  };
}

const withNames = ({ dialect }: Session): string =>
  isAmong(
    dialect,
    { table: "call_names", condition: "account_id = $1 AND tracker = $2", keys: { name: "text" } },
    "$3",
  );

export const callImportStore = (session: Session): CallImportStore => ({
  byId: async (account, id) => (await callImportTable.find(session, "account_id = $1 AND id = $2", [account, id]))[0],
  page: (account, before, limit) => callImportTable.find(session, lowerIds, [account, before, limit]),
  save: (account, one) => callImportTable.save(session, account, [one]),
  async part(account, id, position) {
    const [part] = await callImportPartTable.find(session, samePart, [account, id, position]);
    return part && { position, changes: part.changes };
  },
  savePart: (account, id, part) => callImportPartTable.save(session, account, [{ ...part, import: id }]),
  forget: async (account, before) => void (await session.run(oldParts, [account, before])),
});

const lowerIds = "account_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3";

const samePart = "account_id = $1 AND import_id = $2 AND position = $3";

const oldParts = `DELETE FROM call_import_parts WHERE account_id = $1 AND import_id IN
  (SELECT id FROM call_imports WHERE account_id = $1 AND at < $2)`;

export function submissionStore(session: Session): SubmissionStore {
  const { byIds, remove, page } = recordStore<Submission>(session, submissionTable);
  return {
    byIds,
    remove,
    page,
    save: (account, submissions) => submissionTable.save(session, account, submissions.map(withIdentity)),
    async byKeys(account, keys) {
      const ids = await idsByText(session, "submissions", "identity", account, keys.map(submissionKeyText));
      return byIds(account, [...ids] as Submission["id"][]);
    },
    async removeTests(account) {
      let removed = 0;
      for (let some = 1; some > 0; removed += some) {
        some = await session.run(testRemoval, [account]);
        await setImmediate();
      }
      return removed;
    },
  };
}

const withIdentity = (submission: Submission) => ({ ...submission, identity: submissionKeyText(submission) });

const testRemoval = `DELETE FROM submissions WHERE account_id = $1 AND is_test AND id IN
  (SELECT id FROM submissions WHERE account_id = $1 AND is_test LIMIT 250)`;

/** Returns the store of campaign costs. */
export function spendStore(session: Session): SpendStore {
  return {
    ...recordStore(session, spendTable),
    within: (account, from, to) =>
      spendTable.find(session, "account_id = $1 AND end_date >= $2 AND start_date <= $3", [account, from, to]),
  };
}

/**
 * Returns the store that computes conversion outcomes. Each statement reads a limited part of the conversions, so that
 * other requests can run in between.
 */
export const outcomeStore = (session: Session): OutcomeStore => ({
  async origins(account, window) {
    const found: OriginCount[] = [];
    for (let after = ""; ;) {
      const rows = await session.query(origins, [...windowValues(account, window), after]);
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

const windowValues = (account: AccountId, window: Window) => [account, ...limitsOf(window)] as const;

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
    const [row = {}] = await session.query(outcomesOfPart(session.dialect), [...windowValues(account, window), keys]);
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
const patientIdentity = `CASE WHEN patient_id IS NOT NULL THEN 'id ' || patient_id WHEN phones <> '[]' THEN 'phone ' || phones
  WHEN patient_name IS NOT NULL THEN 'name ' || patient_name ELSE 'appointment ' || id END`;

/** Returns a query for the outcomes of some parts of a channel. Reads appointments only for closing conversions. */
const outcomesOfPart = ({ oneOf, jsonArray, types: { integer } }: Dialect): string =>
  `WITH linked AS NOT MATERIALIZED (SELECT appointment_id, closes, new_patient FROM conversions
      WHERE account_id = $1 AND ${oneOf("origin", "text", "$4")} AND at >= $2 AND at < $3 AND appointment_id IS NOT NULL)
  SELECT count(*) AS appointments, CAST(coalesce(sum(revenue), 0) AS ${integer}) AS "knownRevenue",
      count(CASE WHEN revenue IS NULL AND new_patient THEN 1 END) AS "unknownOfNew",
      count(CASE WHEN revenue IS NULL AND NOT new_patient THEN 1 END) AS "unknownOfOthers",
      ${jsonArray(patientIdentity, "new_patient")} AS patients,
      (SELECT ${jsonArray("appointment_id", "NOT closes")} FROM linked) AS assisted
    FROM linked CROSS JOIN (SELECT * FROM appointments WHERE account_id = $1) AS own
    WHERE own.id = appointment_id AND closes`;
