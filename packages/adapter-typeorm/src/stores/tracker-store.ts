import type {
  AccountId,
  EventState,
  Instant,
  TrackerDirectory,
  TrackerEventStore,
  TrackerId,
  TrackerStore,
} from "@repute/domain";
import type { Session } from "../engine.js";
import { slices } from "../tables/bound-rows.js";
import { trackerEventTable, trackerTable } from "../tables/conversions.js";

export const trackerStore = (session: Session): TrackerStore => ({
  byId: async (account, id) => (await trackerTable.find(session, "account_id = $1 AND id = $2", [account, id]))[0],
  all: (account) => trackerTable.find(session, "account_id = $1 ORDER BY created_at, id", [account]),
  async save(account, tracker) {
    await trackerTable.save(session, account, [tracker]);
    await session.run(tracker.removedAt === null ? known : removal, [account, tracker.id]);
  },
  async remove(account, id) {
    await session.run(removal, [account, id]);
    await session.run("DELETE FROM trackers WHERE account_id = $1 AND id = $2", [account, id]);
  },
});

const known = "INSERT INTO tracker_ids (account_id, id) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING";

const removal = "DELETE FROM tracker_ids WHERE account_id = $1 AND id = $2";

export function trackerEventStore(session: Session): TrackerEventStore {
  const find = (where: string, values: readonly (string | number)[]) => trackerEventTable.find(session, where, values);
  return {
    byId: async (account, id) => (await find("account_id = $1 AND id = $2", [account, id]))[0],
    withDigest: async (account, digest) => (await find("account_id = $1 AND digest = $2", [account, digest]))[0],
    ofCall: (account, tracker, name) => find(sameCall, [account, tracker, name]),
    page: (account, tracker, before, limit) => find(lowerIds, [account, tracker, before, limit]),
    next: (account, { after, limit }) => find(higherIds, [account, after, limit]),
    async counts(account) {
      const rows = await session.query(countsByState, [account]);
      return rows.map((row) => ({
        tracker: row["tracker_id"] as TrackerId,
        state: row["state"] as EventState,
        count: Number(row["count"]),
        last: Number(row["last"]) as Instant,
      }));
    },
    async waiting(account) {
      const [row] = await session.query("SELECT count(*) AS count FROM waiting_events WHERE account_id = $1", [
        account,
      ]);
      return Number(row?.["count"]);
    },
    async save(account, event) {
      await trackerEventTable.save(session, account, [event]);
      const { id, receivedAt } = event;
      await (event.state === "waiting"
        ? session.run(wait, [account, id, receivedAt])
        : session.run("DELETE FROM waiting_events WHERE account_id = $1 AND event_id = $2", [account, id]));
    },
    async remove(account, ids) {
      const { dialect } = session;
      for (const slice of slices(ids, () => 1)) {
        for (const [table, column] of eventRows) {
          const sql = `DELETE FROM ${table} WHERE account_id = $1 AND ${dialect.oneOf(column, "integer", "$2")}`;
          await session.run(sql, [account, dialect.list(slice)]);
        }
      }
    },
    async forget(account, before) {
      for (const [table] of eventRows)
        await session.run(`DELETE FROM ${table} WHERE account_id = $1 AND received_at < $2`, [account, before]);
    },
  };
}

/** Tables with a row for an event, and their columns with its id. */
const eventRows = [
  ["tracker_events", "id"],
  ["waiting_events", "event_id"],
] as const;

const sameCall = "account_id = $1 AND tracker_id = $2 AND call_name = $3";

const lowerIds = "account_id = $1 AND tracker_id = $2 AND id < $3 ORDER BY id DESC LIMIT $4";

const higherIds = "account_id = $1 AND id > $2 ORDER BY id LIMIT $3";

const countsByState = `SELECT tracker_id, state, count(*) AS count, max(received_at) AS last FROM tracker_events
  WHERE account_id = $1 GROUP BY tracker_id, state`;

const wait = `INSERT INTO waiting_events (account_id, event_id, received_at) VALUES ($1, $2, $3)
  ON CONFLICT (account_id, event_id) DO NOTHING`;

const owner = `SELECT t.account_id FROM tracker_ids t JOIN accounts a ON a.id = t.account_id
  WHERE t.id = $1 AND NOT a.disabled`;

const allWaiting = `SELECT account_id, event_id FROM (
    SELECT w.account_id, w.event_id, w.received_at,
      row_number() OVER (PARTITION BY w.account_id ORDER BY w.received_at, w.event_id) AS place
    FROM waiting_events w JOIN accounts a ON a.id = w.account_id WHERE NOT a.disabled) AS one
  ORDER BY place, received_at, account_id LIMIT 100`;

/** Returns the store that finds trackers and events in all accounts. `session` must see the latest commit. */
export const trackerDirectory = (session: Session): TrackerDirectory => ({
  ownerOf: async (id) => (await session.query(owner, [id]))[0]?.["account_id"] as AccountId | undefined,
  waiting: async () =>
    (await session.query(allWaiting, [])).map((row) => ({
      account: row["account_id"] as AccountId,
      id: row["event_id"] as number,
    })),
});
