import {
  type AccountId,
  type DueWebhook,
  keptDeliveries,
  settledRevision,
  type Webhook,
  type WebhookDirectory,
  type WebhookId,
  type WebhookStore,
} from "@repute/domain";
import type { LatestSession, Session } from "../engine.js";
import { webhookDeliveryTable, webhookTable } from "../tables/webhooks.js";

export const webhookStore = (session: Session): WebhookStore => ({
  byId: async (account, id) => (await webhookTable.find(session, "account_id = $1 AND id = $2", [account, id]))[0],
  all: (account) => webhookTable.find(session, "account_id = $1 ORDER BY created_at, id", [account]),
  async save(account, webhook) {
    await webhookTable.save(session, account, [webhook]);
    await noteDue(session, account, webhook);
  },
  async remove(account, id) {
    for (const [table, column] of ownRows)
      await session.run(`DELETE FROM ${table} WHERE account_id = $1 AND ${column} = $2`, [account, id]);
  },
  async log(account, delivery) {
    await webhookDeliveryTable.save(session, account, [delivery]);
    await session.run(forgetting, [account, delivery.webhook, delivery.number - keptDeliveries]);
  },
  deliveries: (account, id, limit) => webhookDeliveryTable.find(session, latest, [account, id, limit]),
});

/** Tables with rows of a webhook, and their columns with its id. */
const ownRows = [
  ["due_webhooks", "webhook_id"],
  ["webhook_deliveries", "webhook_id"],
  ["webhooks", "id"],
] as const;

const forgetting = "DELETE FROM webhook_deliveries WHERE account_id = $1 AND webhook_id = $2 AND number <= $3";

const latest = "account_id = $1 AND webhook_id = $2 ORDER BY number DESC LIMIT $3";

/** Notes when a webhook is due, so that one query finds the due webhooks of all accounts. */
async function noteDue(session: Session, account: AccountId, webhook: Webhook): Promise<void> {
  const { id, dueAt, failingSince, disabled } = webhook;
  if (disabled === null) {
    const values = [account, id, dueAt, settledRevision(webhook), failingSince === null ? 0 : 1];
    await session.run(noting, values);
  } else await session.run("DELETE FROM due_webhooks WHERE account_id = $1 AND webhook_id = $2", [account, id]);
}

const noting = `INSERT INTO due_webhooks (account_id, webhook_id, due_at, settled_revision, is_failing)
  VALUES ($1, $2, $3, $4, $5) ON CONFLICT (account_id, webhook_id) DO UPDATE SET due_at = excluded.due_at,
    settled_revision = excluded.settled_revision, is_failing = excluded.is_failing`;

const due = `SELECT d.account_id, d.webhook_id, d.is_failing FROM due_webhooks d
  JOIN accounts a ON a.id = d.account_id JOIN watermarks w ON w.account_id = d.account_id
  WHERE d.due_at <= $1 AND (d.settled_revision <> w.revision OR d.due_at <= $2) AND NOT a.disabled
  ORDER BY d.is_failing, d.due_at, d.webhook_id LIMIT 500`;

/** Returns the store that finds due webhooks in all accounts. `session` must see the latest commit. */
export const webhookDirectory = (session: LatestSession): WebhookDirectory => ({
  due: async (now, quietSince) =>
    (await session.query(due, [now, quietSince])).map((row): DueWebhook => ({
      account: row["account_id"] as AccountId,
      id: row["webhook_id"] as WebhookId,
      isFailing: row["is_failing"] === 1,
    })),
});
