import { setImmediate } from "node:timers/promises";
import {
  type AccountId,
  type AppointmentId,
  type CallIdStore,
  type CallImportStore,
  type CallName,
  type Conversion,
  type ConversionKind,
  type ConversionSearch,
  type ConversionStore,
  type MatchKeyKind,
  matchKeyKinds,
  type SpendStore,
  type Submission,
  submissionKeyText,
  type SubmissionStore,
} from "@repute/domain";
import type { Session, Value } from "../engine.js";
import { forgetOutcomes } from "../segments/outcome-spans.js";
import { firstNamesAgree, isAmong, lookupTable, slices, turnAfter } from "../tables/bound-rows.js";
import {
  callImportPartTable,
  callImportTable,
  callNameTable,
  conversionTables,
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
    async save(account, conversions) {
      await Promise.all([
        forgetOutcomes(session, account, conversions),
        conversionTables.call.save(session, account, conversions),
      ]);
    },
    async remove(account, kind, ids) {
      await forgetOutcomes(
        session,
        account,
        ids.map((id) => ({ kind, id })),
      );
      await kinds[kind].remove(account, ids);
    },
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
