import {
  type AccountId,
  accountKeyTaken,
  accountNotFound,
  type AccountStatus,
  type AccountStore,
  currentFingerprint,
  type Instant,
  type SettingsStore,
  type Widget,
  type WidgetDirectory,
  type WidgetStore,
} from "@repute/domain";
import type { RawRow, Session, Write } from "../engine.js";
import {
  accountTable,
  settingsTable,
  type Watermark,
  watermarkTable,
  widgetIdTable,
  widgetTable,
} from "../tables/accounts.js";
import { putOnRecord } from "./audit-store.js";

/** Initial watermark of an account that has not published anything. */
const beginning: Watermark = {
  at: 0 as Instant,
  revision: 1,
  sweptRevision: 0,
  fingerprint: currentFingerprint,
  frozenUntil: 0,
};

/** Returns the account store. Reads see the latest commit. Changes run through `write`. */
export function accountStore(session: Session, write: Write): AccountStore {
  const find = (where: string, ...values: string[]) => accountTable.find(session, where, values);
  return {
    add: (account, settings, record) =>
      write("directory", async (unit) => {
        const added = { ...account, id: (await nextId(unit, accountTable)) as AccountId };
        if (!(await accountTable.insert(unit, added))) throw accountKeyTaken(account.key);
        await unit.enter(added.id);
        await settingsStore(unit).save(added.id, settings);
        await watermarkTable.insert(unit, added.id, beginning);
        await putOnRecord(unit, added.id, [record]);
        return added;
      }),
    all: () => find("key NOT LIKE '%~%' ORDER BY key"),
    byKey: async (key) => (await find("key = $1", key))[0],
    status: (account) => statusOf(session, account),
    setDisabled: (account, disabled, record) =>
      write("directory", async (unit) => {
        const touched = await unit.run("UPDATE accounts SET disabled = $2 WHERE id = $1", [account, disabled]);
        if (touched > 0) await putOnRecord(unit, account, [record]);
      }),
    close: (account, record) =>
      write(account, async (unit) => {
        if ((await unit.run(closing, [account])) === 0) return;
        // Without its watermark, the account can have no further unit of work.
        await unit.run("DELETE FROM watermarks WHERE account_id = $1", [account]);
        await putOnRecord(unit, account, [record]);
      }),
    closed: () => find("key LIKE '%_~%' ORDER BY key"),
    async *empty(account) {
      for (const table of emptied) {
        const remove = (unit: Session) =>
          unit.run(`DELETE FROM ${table} WHERE account_id = $1${unit.dialect.portion}`, [account]);
        for (let rows: number; (rows = await write(account, remove)) > 0;) yield { table, rows };
      }
    },
  };
}

const closing = `UPDATE accounts SET key = key || '~' || id, name = '', disabled = true
  WHERE id = $1 AND key NOT LIKE '%_~%'`;

/**
 * Tables whose rows are deleted with their account. Rows that refer to others come first. The audit trail is not deleted, nor
 * are the tokens and clients that it names.
 */
export const emptied: readonly string[] = [
  ...["feed", "feed_fields", "feed_segments", "feed_tombstones", "feed_ratings", "rating_counts", "list_counts"],
  ...["outcome_spans"],
  ...["due_invites", "match_keys", "reviews", "nps_surveys", "answer_keys", "survey_responses", "invites"],
  ...["call_names", "call_import_parts", "call_imports", "conversions", "submissions", "kept_responses", "spends"],
  ...["appointments", "import_errors", "import_journal", "import_runs"],
  ...["import_attempts", "staged_rows", "import_connections", "patient_warnings", "survey_visits", "patient_files"],
  ...["stops", "erased_people", "load_parts", "loads", "waiting_uploads", "uploads"],
  ...["waiting_events", "tracker_events", "tracker_ids", "trackers", "widget_ids", "widgets"],
  ...["due_webhooks", "webhook_deliveries", "webhooks"],
  ...["due_subscriptions", "subscriptions"],
  ...["due_invitations", "invitation_links", "invitations", "passwords", "user_images", "users", "last_user_ids"],
  ...["assertions", "listing_metrics", "listings", "groups", "surveys", "messages", "campaigns", "platforms"],
  ...[
    "providers",
    "locations",
    "catalog_versions",
    "cursor_keys",
    "epochs",
    "sources",
    "watermarks",
    "account_settings",
  ],
];

/** Returns the state of an account. Runs for every request of a user whom the host has authenticated. */
async function statusOf(session: Session, account: AccountId): Promise<AccountStatus | undefined> {
  const [row] = await session.query(
    `SELECT ${accountStatusColumns} FROM (SELECT id AS account_id FROM accounts WHERE id = $1) owner`,
    [account],
  );
  return row && accountStatusOf(row);
}

export function settingsStore(session: Session): SettingsStore {
  return {
    async read(account) {
      const [settings] = await settingsTable.find(session, "account_id = $1", [account]);
      if (!settings) throw accountNotFound(account);
      return settings;
    },
    async owner(account) {
      const [found] = await accountTable.find(session, "id = $1", [account]);
      if (!found) throw accountNotFound(account);
      return { key: found.key, name: found.name, disabled: found.disabled };
    },
    save: (account, settings) => settingsTable.save(session, account, [settings]),
  };
}

export const widgetStore = (session: Session): WidgetStore => ({
  read: (account) => widgetOf(session, account),
  async save(account, widget) {
    await widgetTable.save(session, account, [widget]);
    await widgetIdTable.insert(session, { id: widget.id, account });
  },
  async remove(account) {
    const widget = await widgetOf(session, account);
    if (!widget) return;
    await session.run("DELETE FROM widgets WHERE account_id = $1", [account]);
    await session.run("DELETE FROM widget_ids WHERE account_id = $1 AND id = $2", [account, widget.id]);
  },
});

async function widgetOf(session: Session, account: AccountId): Promise<Widget | undefined> {
  const [widget] = await widgetTable.find(session, widgetTable.own, [account]);
  return widget;
}

const widgetOwner = `SELECT a.id AS account, a.name AS name FROM widget_ids w JOIN accounts a ON a.id = w.account_id
  WHERE w.id = $1 AND NOT a.disabled`;

/** Returns the directory of all accounts' widgets. `session` must see the latest commit. */
export const widgetDirectory = (session: Session): WidgetDirectory => ({
  async ownerOf(id) {
    const [row] = await session.query(widgetOwner, [id]);
    return row && { account: row["account"] as AccountId, name: row["name"] as string };
  },
});

/**
 * SQL columns with the state of an account.
 * The query must use the alias `owner` for a table with the column `account_id`.
 */
export const accountStatusColumns = `(SELECT a.disabled FROM accounts a WHERE a.id = owner.account_id) AS account_disabled,
  (SELECT v.version FROM catalog_versions v WHERE v.account_id = owner.account_id) AS catalog_version`;

/** Returns the state of an account from a row with the columns in `accountStatusColumns`. */
export function accountStatusOf({ account_disabled: disabled, catalog_version: version }: RawRow): AccountStatus {
  return { accountDisabled: Boolean(disabled), ...(typeof version === "string" && { catalogVersion: version }) };
}

/** Returns the next id: the highest id in a table plus one. Rows of the table must never be deleted. */
export async function nextId(unit: Session, { name }: { readonly name: string }): Promise<number> {
  const [row] = await unit.query(`SELECT coalesce(max(id), 0) + 1 AS id FROM ${name}`);
  return row?.["id"] as number;
}
