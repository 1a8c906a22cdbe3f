import { setImmediate } from "node:timers/promises";
import type {
  AccountId,
  AnyId,
  InvitedStore,
  NpsSurvey,
  RecordPage,
  RecordStore,
  Renamed,
  Review,
} from "@repute/domain";
import type { Session } from "../engine/session.js";
import { isAmong } from "../tables/lookup-table.js";
import { slices } from "../tables/slices.js";
import type { RecordTable } from "../tables/table.js";

type Published = { readonly id: AnyId };

/** Maximum number of rows that one statement reads. */
const stride = 2_000;

/** Number of ids from which reading the highest stored id first saves time. */
export const minForJoin = 20;

/** Columns with the ids of records whose names may change. */
const columns: Readonly<Record<keyof Renamed, string>> = {
  locationIds: "location_id",
  providerIds: "provider_id",
  platformIds: "platform_id",
  messageIds: "message_id",
  surveyIds: "survey_id",
  campaignIds: "campaign_id",
};

export function recordStore<R extends Published>(session: Session, table: RecordTable<R>): RecordStore<R> {
  return {
    byIds: (account, ids) =>
      ids.length < minForJoin
        ? withOneOf(session, table, account, "id", ids)
        : storedAmong(session, table, account, ids),
    save: (account, records) => table.save(session, account, records),
    remove: (account, ids) => removeIds(session, table, account, ids),
    async page(account, page) {
      const { after, limit, mentioning } = page;
      if (mentioning) return pageOfMentions(session, table, account, { after, limit, mentioning });
      const found = await table.find(session, `${table.own} AND id > $2 ORDER BY id LIMIT $3`, [account, after, limit]);
      await setImmediate();
      return found;
    },
  };
}

/** Returns a store for records that refer to invites. */
export const invitedStore = <R extends Review | NpsSurvey>(
  session: Session,
  table: RecordTable<R>,
): InvitedStore<R> => ({
  ...recordStore(session, table),
  ofInvites: (account, invites) => withOneOf(session, table, account, "invite_id", invites),
});

/**
 * Returns the stored records with the given ids.
 * Skips ids above the highest stored id without a lookup, because the ids of new records are usually higher.
 */
async function storedAmong<R extends Published>(
  session: Session,
  table: RecordTable<R>,
  account: AccountId,
  ids: readonly number[],
): Promise<R[]> {
  const min = ids.reduce((one, other) => (one < other ? one : other), Number.MAX_SAFE_INTEGER);
  const last = `SELECT id FROM ${table.name} WHERE ${table.own} AND id >= $2 ORDER BY id DESC LIMIT 1`;
  const [{ id: greatest = 0 } = {}] = await session.query(last, [account, min]);
  return withOneOf(
    session,
    table,
    account,
    "id",
    ids.filter((id) => id <= (greatest as number)),
  );
}

/** Returns the records that have one of the ids in `column`. Yields to the event loop after each batch. */
export async function withOneOf<R>(
  session: Session,
  { name, selection, own, fromRow }: Pick<RecordTable<R>, "name" | "selection" | "own" | "fromRow">,
  account: AccountId,
  column: string,
  ids: readonly number[],
): Promise<R[]> {
  const { dialect } = session;
  const found: R[] = [];
  const sql = dialect.rowsWith({ table: name, selection, condition: own, column }, "$2");
  for (const slice of slices(ids, () => 1)) {
    found.push(...(await session.query(sql, [account, dialect.list(slice)])).map(fromRow));
    await setImmediate();
  }
  return found;
}

/** Deletes the records with the given ids. Yields to the event loop after each batch. */
export async function removeIds(
  session: Session,
  { name, own }: Pick<RecordTable<unknown>, "name" | "own">,
  account: AccountId,
  ids: readonly number[],
): Promise<void> {
  const { dialect } = session;
  const sql = `DELETE FROM ${name} WHERE ${own} AND ${dialect.oneOf("id", "integer", "$2")}`;
  for (const slice of slices(ids, () => 1)) {
    await session.run(sql, [account, dialect.list(slice)]);
    await setImmediate();
  }
}

/**
 * Deletes the rows of an account that have one of the strings in `column`. Yields to the event loop after each batch.
 */
export async function removeTexts(
  session: Session,
  table: string,
  column: string,
  account: AccountId,
  texts: readonly string[],
): Promise<void> {
  const { dialect } = session;
  const sql = `DELETE FROM ${table} WHERE ${isAmong(dialect, { table, condition: "account_id = $1", keys: { [column]: "text" } }, "$2")}`;
  for (const slice of slices(texts, ({ length }) => length)) {
    await session.run(sql, [account, JSON.stringify(slice.map((text) => [text]))]);
    await setImmediate();
  }
}

/**
 * Returns a page of records that mention renamed records.
 * Reads the records in batches by id, so that a search for rare mentions does not block other requests.
 */
async function pageOfMentions<R extends Published>(
  session: Session,
  table: RecordTable<R>,
  account: AccountId,
  page: Required<RecordPage>,
): Promise<R[]> {
  const { any, values } = mentions(session, table, page.mentioning);
  if (values.length === 0) return [];
  const where = `${table.own} AND id > $2 AND id <= $3 AND (${any}) ORDER BY id LIMIT $4`;
  const found: R[] = [];
  for (let after = page.after; found.length < page.limit; await setImmediate()) {
    const last = await lastOfStride(session, table, account, after);
    if (last === undefined) break;
    const left = page.limit - found.length;
    found.push(...(await table.find(session, where, [account, after, last, left, ...values])));
    after = last;
  }
  return found;
}

/** Returns the SQL condition that a row mentions a renamed record. The first placeholder is `$5`. */
function mentions<R>({ dialect }: Session, { has }: RecordTable<R>, renamed: Renamed) {
  const named = (Object.keys(columns) as (keyof Renamed)[]).filter(
    (name) => renamed[name].length > 0 && has(columns[name]),
  );
  return {
    any: named.map((name, index) => dialect.oneOf(columns[name], "integer", `$${index + 5}`)).join(" OR "),
    values: named.map((name) => dialect.list(renamed[name])),
  };
}

/** Returns the highest id in the batch of records that follows a given id. */
async function lastOfStride<R>(
  session: Session,
  { name, own }: RecordTable<R>,
  account: AccountId,
  after: number,
): Promise<number | undefined> {
  const next = `SELECT id FROM ${name} WHERE ${own} AND id > $2 ORDER BY id LIMIT ${stride}`;
  const [row] = await session.query(`SELECT max(id) AS id FROM (${next}) AS next`, [account, after]);
  return (row?.["id"] as number | null | undefined) ?? undefined;
}
