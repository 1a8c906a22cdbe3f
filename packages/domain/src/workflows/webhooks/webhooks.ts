import { byOperator } from "../../foundation/accounts/audit-trail.js";
import { type ChangedKeys, type EntryKeyReader, type Progress, type PublicList } from "../../foundation/feed/feed.js";
import { conflict, notFound } from "../../foundation/kernel/domain-error.js";
import { base62, numberOf } from "../../foundation/kernel/encodings.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Ports, Stores } from "../../foundation/kernel/storage.js";
import { day, type Instant, isoInstant, plus } from "../../foundation/kernel/times.js";
import { parseLists } from "../changes/list-changes.js";
import { newMessage } from "./compose-message.js";
import { deliveryOf, senderOf, type WebhookPorts } from "./send-message.js";
import type { DisabledReason, MessageType, Webhook, WebhookDelivery, WebhookId, WebhookSecret } from "./webhook.js";

/** URL to which changes are reported, and the names of lists separated by commas. `full` adds the rows to messages. */
export type NewWebhook = { readonly url: string; readonly lists: string; readonly full?: boolean };

/** Webhook as operators see it, without its secrets. */
export type WebhookItem = {
  readonly id: WebhookId;
  readonly url: string;
  readonly lists: readonly PublicList[];
  /** True if messages contain the changed rows. */
  readonly full: boolean;
  readonly created_at: string;
  readonly state: "active" | "failing" | "disabled";
  readonly disabled_by: DisabledReason | null;
  readonly failing_since: string | null;
  /** Time of the next attempt to send a message that was not accepted. */
  readonly next_attempt_at: string | null;
  /** Time until which the earlier secret also signs messages. */
  readonly earlier_secret_until: string | null;
};

/** Attempt as operators see it. */
export type WebhookDeliveryItem = {
  readonly number: number;
  readonly message: string;
  readonly type: MessageType;
  readonly changes: number;
  readonly at: string;
  readonly status: number | null;
  readonly failure: string | null;
  readonly milliseconds: number;
  readonly answer: string;
};

/** Maximum number of webhooks of an account. */
const maxWebhooks = 10;

/** Number of days for which the earlier secret signs messages after a rotation. */
const overlap = 7;

const idBytes = 12;

/**
 * Creates a webhook for changes from now on. Only this result and the result of a rotation contain a secret. Throws
 * `unknown_list`, `webhook_url_not_allowed` and `too_many_webhooks`.
 */
export function createWebhook(ports: WebhookPorts) {
  const { storage, secrets, clock } = ports;
  return async (
    account: AccountId,
    { url, lists, full = false }: NewWebhook,
  ): Promise<WebhookItem & { readonly secret: string }> => {
    const wanted = parseLists(lists);
    const sender = senderOf(ports);
    await sender.checkUrl(url);
    const id = `wh_${base62(numberOf(secrets.randomBytes(idBytes)), 17)}` as WebhookId;
    const { secret, sealed } = await sender.newSecret(id);
    const { epoch } = await ports.cursorSigner(account);
    const { revision } = await storage.feed.state(account);
    const item = await storage.transact(account, async (stores, now) => {
      if ((await stores.webhooks.all(account)).length >= maxWebhooks)
        throw conflict("too_many_webhooks", `an account can have up to ${maxWebhooks} webhooks`);
      return changed(ports, account, "create_webhook", {
        ...{ id, url, lists: wanted, isFull: full, secrets: [{ sealed, until: null }], createdAt: now, epoch },
        ...{ reached: { phase: "changes", revision }, pending: null, dueAt: clock(), failingSince: null },
        ...{ disabled: null, attempts: 0 },
      })(stores);
    });
    return { ...item, secret };
  };
}

/** Saves a webhook with an audit record, and returns it as operators see it. */
const changed =
  (ports: Ports, account: AccountId, action: string, webhook: Webhook) =>
  async (stores: Stores): Promise<WebhookItem> => {
    await stores.webhooks.save(account, webhook);
    await record(ports, account, action, webhook.id)(stores);
    return webhookItem(webhook);
  };

const record =
  (ports: Ports, account: AccountId, action: string, id: WebhookId) =>
  ({ audit }: Stores): Promise<void> =>
    audit.append(account, [byOperator({ at: ports.clock(), action, subject: `webhook ${id}` }, ports)]);

/** Changes a webhook in a unit of work with an audit record. Throws `webhook_not_found`. */
const change =
  (ports: Ports, action: string) =>
  (account: AccountId, id: string, next: (webhook: Webhook) => Partial<Webhook>): Promise<WebhookItem> =>
    ports.storage.transact(account, async (stores) => {
      const webhook = await known(stores, account, id);
      return changed(ports, account, action, { ...webhook, ...next(webhook) })(stores);
    });

async function known(
  { webhooks }: { readonly webhooks: Pick<Stores["webhooks"], "byId"> },
  account: AccountId,
  id: string,
): Promise<Webhook> {
  const webhook = await webhooks.byId(account, id as WebhookId);
  if (webhook) return webhook;
  throw notFound("webhook_not_found", "the account has no webhook with this id");
}

/** Returns a webhook as operators see it. */
export function webhookItem({
  id,
  url,
  lists,
  isFull,
  createdAt,
  disabled,
  failingSince,
  pending,
  dueAt,
  secrets,
}: Webhook): WebhookItem {
  const until = secrets[1]?.until ?? null;
  const isFailing = failingSince !== null;
  return {
    ...{ id, url, lists, full: isFull, created_at: isoInstant(createdAt) },
    state: disabled !== null ? "disabled" : isFailing ? "failing" : "active",
    disabled_by: disabled,
    failing_since: isFailing ? isoInstant(failingSince) : null,
    next_attempt_at: disabled === null && isFailing && pending !== null ? isoInstant(dueAt) : null,
    earlier_secret_until: until && isoInstant(until),
  };
}

/** Lists the webhooks of an account, oldest first. */
export const listWebhooks =
  ({ storage }: Ports) =>
  (account: AccountId): Promise<readonly WebhookItem[]> =>
    storage.read(account, async ({ webhooks }) => (await webhooks.all(account)).map(webhookItem));

/** Maximum number of attempts that `showWebhook` returns. */
const maxShown = 100;

/** Returns a webhook and its latest 100 attempts, newest first. Throws `webhook_not_found`. */
export const showWebhook =
  ({ storage }: Ports) =>
  (account: AccountId, id: string) =>
    storage.read(account, async (stores) => {
      const webhook = await known(stores, account, id);
      const deliveries = await stores.webhooks.deliveries(account, webhook.id, maxShown);
      return { webhook: webhookItem(webhook), deliveries: deliveries.map(deliveryItem) };
    });

const deliveryItem = ({ webhook: _, at, ...delivery }: WebhookDelivery): WebhookDeliveryItem => ({
  ...delivery,
  at: isoInstant(at),
});

/** Sends a test message once, even if the webhook is disabled. Throws `webhook_not_found`. */
export function testWebhook(ports: Ports) {
  return async (account: AccountId, id: string): Promise<WebhookDeliveryItem> => {
    const { webhook, key } = await ports.storage.read(account, async (stores) => ({
      webhook: await known(stores, account, id),
      ...(await stores.settings.owner(account)),
    }));
    const message = newMessage(ports, "test", { account: key }, { changes: 0, upTo: webhook.reached });
    const sent = await deliveryOf(ports, webhook, message);
    return ports.storage.transact(account, async (stores) => {
      const current = await known(stores, account, id);
      const delivery = { ...sent.delivery, number: current.attempts + 1 };
      await stores.webhooks.save(account, { ...current, attempts: delivery.number });
      await stores.webhooks.log(account, delivery);
      await record(ports, account, "test_webhook", current.id)(stores);
      return deliveryItem(delivery);
    });
  };
}

/**
 * Lets a webhook send the changes since a time again, in messages with new ids. Returns the webhook and the time of the
 * first of these changes, or `null` if there are none. Throws `webhook_not_found`.
 */
export function replayWebhook(ports: Ports) {
  return (account: AccountId, id: string, since: Instant) =>
    ports.storage.transact(account, async (stores) => {
      const webhook = await known(stores, account, id);
      const first = await firstSince(stores.entryKeys, account, since);
      const from: Progress | undefined = first && { phase: "changes", revision: first.revision - 1 };
      // A notice to start over makes every replay unnecessary, and must not be lost.
      const isNotice = webhook.pending?.type === "reset";
      const isEarlier = from !== undefined && from.revision < webhook.reached.revision && !isNotice;
      const again = isEarlier ? { reached: from, pending: null, dueAt: ports.clock() } : {};
      const item = await changed(ports, account, "replay_webhook", { ...webhook, ...again })(stores);
      return { webhook: item, first_change_at: first ? isoInstant(first.changedAt) : null };
    });
}

/** Finds the first change at or after a time, by halving the range of revisions. The times never decrease. */
async function firstSince(
  entryKeys: EntryKeyReader,
  account: AccountId,
  since: Instant,
): Promise<ChangedKeys | undefined> {
  const after = async (revision: number) =>
    (await entryKeys.changedAfter(account, { phase: "changes", revision }, 1))[0];
  let found: ChangedKeys | undefined;
  for (let [low, high] = [0, Number.MAX_SAFE_INTEGER]; low < high;) {
    const middle = Math.floor((low + high) / 2);
    const next = await after(middle);
    if (next && next.changedAt < since) {
      low = next.revision;
      continue;
    }
    if (next) found = next;
    high = middle;
  }
  return found;
}

/**
 * Gives a webhook a new secret and returns it. The earlier secret also signs messages for 7 more days. Throws
 * `webhook_not_found`.
 */
export function rotateWebhook(ports: Ports) {
  return async (account: AccountId, id: string): Promise<WebhookItem & { readonly secret: string }> => {
    await ports.storage.read(account, (stores) => known(stores, account, id));
    const { secret, sealed } = await senderOf(ports).newSecret(id as WebhookId);
    const until = plus(ports.clock(), overlap * day);
    const item = await change(ports, "rotate_webhook")(account, id, ({ secrets }) => {
      const earlier = secrets.slice(0, 1).map((one): WebhookSecret => ({ ...one, until }));
      return { secrets: [{ sealed, until: null }, ...earlier] };
    });
    return { ...item, secret };
  };
}

/** Stops a webhook from sending messages. Changes wait until it is enabled again. Throws `webhook_not_found`. */
export const disableWebhook =
  (ports: Ports) =>
  (account: AccountId, id: string): Promise<WebhookItem> =>
    change(ports, "disable_webhook")(account, id, () => ({ disabled: "operator" }));

/** Lets a webhook send messages again, from the last accepted change on. Throws `webhook_not_found`. */
export const enableWebhook =
  (ports: Ports) =>
  (account: AccountId, id: string): Promise<WebhookItem> =>
    change(ports, "enable_webhook")(account, id, ({ pending }) => ({
      ...{ disabled: null, failingSince: null, dueAt: ports.clock() },
      pending: pending && { ...pending, tries: 0 },
    }));

/** Removes a webhook with its log. Throws `webhook_not_found`. */
export const removeWebhook =
  (ports: Ports) =>
  (account: AccountId, id: string): Promise<WebhookItem> =>
    ports.storage.transact(account, async (stores) => {
      const webhook = await known(stores, account, id);
      await stores.webhooks.remove(account, webhook.id);
      await record(ports, account, "remove_webhook", webhook.id)(stores);
      return webhookItem(webhook);
    });
