import {
  type AccountId,
  type CalendarDate,
  type ContactStore,
  type FirstContact,
  type FoundInvite,
  type Instant,
  type Invite,
  type InviteDirectory,
  type InviteSearch,
  type InviteStore,
  type Phone,
  plannedStatus,
} from "@repute/domain";
import type { RawRow, Session } from "../engine.js";
import { found, isAmong, lookupTable, slices, turnAfter } from "../tables/bound-rows.js";
import { dayOfNumber } from "../tables/columns.js";
import { invited } from "../tables/match-keys.js";
import { inviteTable } from "../tables/reviews.js";
import { inviteKeys } from "./match-keys.js";
import { keyedStore } from "./record-store.js";

export function inviteStore(session: Session): InviteStore {
  const { save, ...store } = keyedStore(session, inviteTable, [inviteKeys]);
  return {
    ...store,
    async save(account, invites, bulk) {
      await save(account, invites, bulk);
      await noteDue(session, account, invites);
    },
    async planned(account, keys) {
      const ids = new Set<Invite["id"]>();
      const sql = plannedWith(session);
      for (const slice of slices(keys, () => 1)) {
        const bound = JSON.stringify(slice.map(({ kind, value }) => [kind, value]));
        for (const row of await session.query(sql, [account, bound])) ids.add(row["id"] as Invite["id"]);
        await turnAfter(slice.length);
      }
      return store.byIds(account, [...ids]);
    },
    waiting: (account, { until, limit }) => inviteTable.find(session, waiting, [account, until, limit]),
    async noteNextDue(account) {
      const [next] = await session.query(nextDue, [account]);
      const [before] = await session.query(noted, [account]);
      if (next?.["at"] === before?.["at"]) return;
      if (next) await session.run(noting, [account, next["at"] as number]);
      else await session.run("DELETE FROM due_invites WHERE account_id = $1", [account]);
    },
    async latest(account, searches) {
      const invites = new Map<number, FoundInvite>();
      for (const slice of slices(searches.map(membersOf), () => 1, maxSearched)) {
        for (const row of await session.query(lastSent(session), [account, JSON.stringify(slice)])) {
          const { ordinal, place } = row as { readonly ordinal: number; readonly place: string };
          invites.set(ordinal, placeOf(place));
        }
        await turnAfter(slice.length);
      }
      return searches.map((_, ordinal) => invites.get(ordinal));
    },
    async counts(account, searches) {
      const counts = new Map<number, number>();
      for (const slice of slices(searches.map(membersOf), () => 1, maxSearched)) {
        for (const { ordinal, sent } of await session.query(sentCount(session), [account, JSON.stringify(slice)])) {
          counts.set(ordinal as number, Number(sent));
        }
        await turnAfter(slice.length);
      }
      return searches.map((_, ordinal) => counts.get(ordinal) ?? 0);
    },
  };
}

const plannedWith = ({ dialect }: Session): string => {
  const keys = { table: "match_keys", condition: isPlanned, keys: { kind: "text", value: "text" } } as const;
  return `SELECT id FROM match_keys WHERE ${isAmong(dialect, keys, "$2")}`;
};

const isPlanned = `account_id = $1 AND form = ${invited} AND EXISTS (SELECT 1 FROM invites
  WHERE account_id = $1 AND id = match_keys.id AND status = '${plannedStatus}')`;

const waiting = `${inviteTable.own} AND is_waiting AND sent_at <= $2 ORDER BY sent_at, id LIMIT $3`;

const nextDue = "SELECT sent_at AS at FROM invites WHERE account_id = $1 AND is_waiting ORDER BY sent_at, id LIMIT 1";

const noted = "SELECT due_at AS at FROM due_invites WHERE account_id = $1";

const noting = `INSERT INTO due_invites (account_id, due_at) VALUES ($1, $2)
  ON CONFLICT (account_id) DO UPDATE SET due_at = excluded.due_at`;

const notingEarlier = `${noting} WHERE excluded.due_at < due_invites.due_at`;

/** Records the due time of the earliest waiting invite, unless the account already has an earlier due time. */
async function noteDue(session: Session, account: AccountId, invites: readonly Invite[]): Promise<void> {
  const first = invites.reduce((time, { isWaiting, sentAt }) => (isWaiting ? Math.min(time, sentAt) : time), Infinity);
  if (first < Infinity) await session.run(notingEarlier, [account, first]);
}

/** Returns the store that finds waiting invites in all accounts. `session` must see the latest commit. */
export const inviteDirectory = (session: Session): InviteDirectory => ({
  async due(now) {
    const rows = await session.query("SELECT account_id FROM due_invites WHERE due_at <= $1 ORDER BY due_at", [now]);
    return rows.map((row) => row["account_id"] as AccountId);
  },
});

/** Maximum number of searches per statement. The number is high because each search is fast. */
const maxSearched = 500;

const members = {
  ordinal: "integer",
  kind: "text",
  wanted: "text",
  after: "integer",
  until: "integer",
  of_any: "integer",
  provider: "integer",
} as const;

const membersOf = ({ kind, value, after, until, providerId }: InviteSearch, ordinal: number) => [
  ordinal,
  kind,
  value,
  after,
  until,
  Number(providerId === undefined),
  providerId ?? null,
];

const isFound = `account_id = $1 AND kind = lookup.kind AND value = lookup.wanted AND form = ${invited}
          AND at > lookup.after AND at <= lookup.until
          AND (lookup.of_any = 1 OR provider_id IS NOT DISTINCT FROM lookup.provider)`;

/**
 * Returns a query with one index lookup per search.
 * Joins time and id into one string, because a subquery returns only one column.
 */
const lastSent = ({ dialect }: Session): string =>
  found(
    "place",
    `SELECT ordinal, (SELECT at || ' ' || id FROM match_keys
        WHERE ${isFound}
        ORDER BY at DESC, id DESC LIMIT 1) AS place
      FROM ${lookupTable(dialect, "$2", members)}`,
  );

const sentCount = ({ dialect }: Session): string =>
  found(
    "sent",
    `SELECT ordinal, (SELECT count(*) FROM (SELECT 1 FROM match_keys WHERE ${isFound} LIMIT 100) AS near) AS sent
      FROM ${lookupTable(dialect, "$2", members)}`,
  );

function placeOf(place: string): FoundInvite {
  const [sentAt, id] = place.split(" ").map(Number);
  return { id, sentAt } as FoundInvite;
}

/** Returns the store that finds the first contact with each patient. */
export function contactStore(session: Session): ContactStore {
  return {
    async earliest(account, phones) {
      const found = new Map<Phone, FirstContact>();
      for (const slice of slices(phones, () => 1)) {
        const rows = await session.query(firstContacts(session), [account, JSON.stringify(slice.map((one) => [one]))]);
        for (const row of rows) {
          const contact = contactOf(row);
          if (contact.at !== null || contact.date !== null) found.set(row["phone"] as Phone, contact);
        }
        await turnAfter(slice.length);
      }
      return found;
    },
  };
}

function contactOf({ invited, came, day }: RawRow): FirstContact {
  const moments = [invited, came].filter((moment): moment is Instant => moment !== null);
  const date: CalendarDate | null = day === null ? null : dayOfNumber(day as number);
  return { at: moments.length > 0 ? (Math.min(...moments) as Instant) : null, date };
}

/**
 * Returns a query that makes a few index lookups per phone number.
 * Its cost does not depend on how many invites a phone number received.
 */
function firstContacts({ dialect }: Session): string {
  const first = (form: number) => `(SELECT at FROM match_keys
      WHERE account_id = $1 AND kind = 'phone' AND value = lookup.phone AND form = ${form} ORDER BY at LIMIT 1)`;
  return `SELECT phone, ${first(invited)} AS invited, ${first(0)} AS came, ${first(1)} AS day
    FROM ${lookupTable(dialect, "$2", { phone: "text" })}`;
}
