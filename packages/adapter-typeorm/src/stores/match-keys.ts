import type { AccountId, MatchKeyKind } from "@repute/domain";
import type { Session } from "../engine.js";
import { appointmentTable } from "../tables/appointments.js";
import { found, isAmong, lookupTable, slices, turnAfter } from "../tables/bound-rows.js";
import { bucketIn } from "../tables/columns.js";
import { appointmentKeysOf, inviteKeysOf, invited, matchKeyTable, ofAppointment } from "../tables/match-keys.js";
import { inviteTable } from "../tables/reviews.js";
import { type KeyRow, keyTable } from "./key-table.js";

/**
 * Maximum number of appointments with one key that a search reads. A key with more appointments is crowded, and two
 * indexes contain its rows: `match_keys_by_name` and `match_keys_by_booking`.
 */
export const nearest = 200;

/** Value of `booked_day` for appointments with an unknown booking date. */
export const notBooked = 0;

/** True for kinds of keys that patients should not share, but do if a clinic enters its own number for all of them. */
export const mayBeCrowded = (kind: MatchKeyKind): boolean => kind !== "name";

const ownerOf = (row: KeyRow) => (row[formAt] === invited ? inviteTable : appointmentTable);

const indexOf = (name: string): number => matchKeyTable.columns.findIndex((column) => column.name === name);
const [kindAt, valueAt, formAt] = [indexOf("kind"), indexOf("value"), indexOf("form")];

export const inviteKeys = keyTable(matchKeyTable, ownerOf, inviteKeysOf);

const keys = keyTable(matchKeyTable, ownerOf, appointmentKeysOf);

/** Match keys of appointments, with the upkeep of the indexes of crowded keys. */
export const appointmentKeys: typeof keys = {
  ...keys,
  async append(session, account, records) {
    await keys.append(session, account, records);
    await markCrowded(session, account, Object.values(keys.rowsOf(account, records)).flat());
  },
  async add(session, account, rows) {
    await keys.add(session, account, rows);
    await markCrowded(session, account, rows);
  },
};

const isOfAppointment = (row: KeyRow): boolean => (row[formAt] as number) < invited;

/** Marks the new rows of crowded keys, and all rows of keys that have become crowded. */
async function markCrowded(session: Session, account: AccountId, rows: readonly KeyRow[]): Promise<void> {
  const byKey = new Map<string, KeyRow[]>();
  for (const row of rows) {
    if (!isOfAppointment(row) || !mayBeCrowded(row[kindAt] as MatchKeyKind)) continue;
    const key = JSON.stringify([row[kindAt], row[valueAt]]);
    const some = byKey.get(key);
    if (some) some.push(row);
    else byKey.set(key, [row]);
  }
  for (const slice of slices([...byKey.keys()], () => 1, maxProbes)) {
    for (const { kind, value, state } of await session.query(crowded(session), [account, `[${slice.join(",")}]`])) {
      const key = [kind, value] as string[];
      if (state === marked) await markRows(session, account, byKey.get(JSON.stringify(key)) ?? []);
      else await session.run(`${marking} AND kind = $2 AND value = $3`, [account, ...key]);
    }
    await turnAfter(slice.length);
  }
}

async function markRows(session: Session, account: AccountId, rows: readonly KeyRow[]): Promise<void> {
  const sql = `${marking} AND ${isAmong(session.dialect, primaryKey, "$2")}`;
  for (const slice of slices(rows, () => 1)) {
    await session.run(sql, [account, JSON.stringify(slice.map((row) => row.slice(kindAt, kindAt + keyColumns)))]);
    await turnAfter(slice.length);
  }
}

const primaryKey = {
  table: "match_keys",
  condition: "account_id = $1",
  keys: { kind: "text", value: "text", form: "integer", at: "integer", id: "integer" },
} as const;

const keyColumns = Object.keys(primaryKey.keys).length;

const marking = `UPDATE match_keys SET booked_day = CASE WHEN booked_at IS NULL THEN ${notBooked} ELSE ${bucketIn("booked_at")} END
  WHERE account_id = $1 AND ${ofAppointment}`;

/** Maximum number of lookups per statement. The number is high because each lookup is fast. */
const maxProbes = 500;

/** State of a key whose rows are all marked. */
const marked = 1;

/**
 * Returns a query for the bound keys that are marked or have become crowded. A marked key stays marked when it has fewer
 * rows, so that either all of its rows are marked or none.
 */
function crowded({ dialect }: Session): string {
  const any = "SELECT 1 FROM match_keys WHERE account_id = $1 AND kind = lookup.kind AND value = lookup.value";
  return found(
    "state",
    `SELECT kind, value, coalesce((${any} AND booked_day IS NOT NULL LIMIT 1) * ${marked},
        (${any} AND ${ofAppointment} LIMIT 1 OFFSET ${nearest}) * 2) AS state
      FROM ${lookupTable(dialect, "$2", { kind: "text", value: "text" })}`,
  );
}
