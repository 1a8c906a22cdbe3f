import { setImmediate } from "node:timers/promises";
import {
  type AccountId,
  type AppointmentId,
  type Conversion,
  type ConversionKind,
  type ConversionSearch,
  type ConversionStore,
  type MatchKeyKind,
  matchKeyKinds,
} from "@repute/domain";
import type { Session, Value } from "../engine/session.js";
import { conversionTables, originKey } from "../tables/conversions.js";
import { firstNamesAgree, lookupTable } from "../tables/lookup-table.js";
import { slices } from "../tables/slices.js";
import { recordStore } from "./record-store.js";

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
      await setImmediate();
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
      const values = [account, JSON.stringify(slice.map(membersOf)), limit];
      const keys = keysOf(await session.query(waitingBy(session, kind), values));
      for (const key of keys) found.set(`${key.kind}-${key.id}`, key);
      if (found.size >= limit) return [...found.values()].slice(0, limit);
      await setImmediate();
    }
  }
  return [...found.values()];
}

const members = {
  ...({
    wanted: "text",
    first: "text",
    last: "text",
    date: "text",
    moment_from: "integer",
    moment_to: "integer",
  } as const),
} as const;

const membersOf = ({ key, name, scheduledDate, window }: ConversionSearch): readonly Value[] => [
  ...[key.value, name?.first ?? "", name?.last ?? "", scheduledDate, window.from, window.to],
];

const columns: Readonly<Record<MatchKeyKind, string>> = {
  phone: "phone",
  email: "email",
  patient: "prospect_id",
  name: "last_name",
};

/** Returns true if any conversion without an appointment has a match key of the given kind. */
async function anyWaiting({ query }: Session, account: AccountId, kind: MatchKeyKind): Promise<boolean> {
  const sql = `SELECT 1 FROM conversions WHERE account_id = $1 AND appointment_id IS NULL
    AND ${columns[kind]} > ''${kind === "name" ? " AND scheduled_date IS NOT NULL" : ""} LIMIT 1`;
  return (await query(sql, [account])).length > 0;
}

const conditions: Readonly<Record<MatchKeyKind, string>> = {
  phone: `${columns.phone} = lookup.wanted`,
  email: `${columns.email} = lookup.wanted`,
  patient: `${columns.patient} = lookup.wanted AND last_name = lookup.last AND ${firstNamesAgree}`,
  name: `${columns.name} = lookup.wanted AND scheduled_date = lookup.date AND ${firstNamesAgree}`,
};

const waitingBy = ({ dialect }: Session, kind: MatchKeyKind): string =>
  `SELECT (SELECT string_agg(kind || '-' || id, ',') FROM (SELECT kind, id FROM conversions
      WHERE account_id = $1 AND ${conditions[kind]} AND at >= lookup.moment_from AND at < lookup.moment_to
        AND appointment_id IS NULL
      ORDER BY at LIMIT $3) AS found) AS keys
    FROM ${lookupTable(dialect, "$2", members)}`;
