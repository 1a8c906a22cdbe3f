import { byService } from "../../foundation/accounts/audit-trail.js";
import { isDomainError } from "../../foundation/kernel/domain-error.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Cancellation, Ports, Stores } from "../../foundation/kernel/storage.js";
import { day, hour, type Instant, minute, plus, second } from "../../foundation/kernel/times.js";
import { composeMessage } from "./compose-message.js";
import { deliveryOf, type WebhookPorts } from "./send-message.js";
import {
  type DueWebhook,
  hasItems,
  type PendingMessage,
  type Webhook,
  type WebhookAnswer,
  type WebhookDelivery,
  type WebhookId,
} from "./webhook.js";

/** Maximum numbers of messages that a process sends at once: all, all that are not slow, and all after a failed attempt. */
const maxOpen = { all: 500, quick: 250, failing: 50 };

/** Time after which a message is slow. Receivers that begin to hang at once then do not delay others. */
const slowAfter = 2 * second;

/** Time after which another process may make an attempt, if the process that began it was killed. */
const lease = 30 * second;

/** Pauses after failed attempts. The last pause is repeated. */
const pauses = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour];

/** Pauses vary by up to this share, so that receivers are not called by all webhooks at once. */
const jitter = 0.1;

/** Time after which a webhook without changes is checked, because a restore may have ended its epoch. */
const quietTime = 15 * minute;

/** Time after which a webhook is disabled if all attempts have failed. */
const patience = 5 * day;

type DeliveryOptions = {
  /** Ends the attempts. Canceled attempts do not count, and are made again later. */
  readonly cancellation?: Cancellation;
  /** Receives unexpected errors. The webhook is tried again after a minute. */
  readonly onError?: (error: unknown) => void;
  /** Called when the first attempt fails, when a webhook works again, and when the service disables a webhook. */
  readonly onState?: (change: WebhookStateChange) => void;
};

/** New state of a webhook. */
export type WebhookStateChange = Pick<DueWebhook, "account" | "id"> & {
  readonly state: "failing" | "active" | "disabled";
};

/**
 * Sends the messages of webhooks. Each webhook sends one message at a time, so a receiver gets the changes of a row in
 * order. Several processes may do this at the same time.
 */
export function deliverMessages(ports: WebhookPorts) {
  const open = new Map<string, { readonly isFailing: boolean; since: Instant; ended: Promise<void> }>();
  const resting = new Map<string, Instant>();
  const count = (isCounted: (one: { readonly isFailing: boolean; readonly since: Instant }) => boolean) =>
    [...open.values()].filter(isCounted).length;
  const failing = () => count(({ isFailing }) => isFailing);
  const keyOf = ({ account, id }: DueWebhook) => `${account} ${id}`;

  const mayBegin = (one: DueWebhook): boolean =>
    !open.has(keyOf(one)) &&
    (resting.get(keyOf(one)) ?? 0) <= ports.clock() &&
    (!one.isFailing || failing() < maxOpen.failing);

  function beginOne(one: DueWebhook, options: DeliveryOptions): void {
    const key = keyOf(one);
    const entry = { isFailing: one.isFailing, since: ports.clock(), ended: Promise.resolve() };
    const deliverAll = async () => {
      do entry.since = ports.clock();
      while (!options.cancellation?.aborted && (await deliverNext(ports, one, options)));
    };
    open.set(key, entry);
    entry.ended = deliverAll()
      .then(() => void resting.delete(key))
      .catch((error: unknown) => {
        resting.set(key, plus(ports.clock(), minute));
        if (!isExpected(error)) options.onError?.(error);
      })
      .finally(() => open.delete(key));
  }

  return {
    /** Begins the deliveries that are due in any account, and does not wait for them. Returns their number. */
    async begin(options: DeliveryOptions = {}): Promise<number> {
      let begun = 0;
      const now = ports.clock();
      const found = await ports.storage.webhooks.due(now, plus(now, -quietTime));
      const quick = count(({ since }) => since > plus(now, -slowAfter));
      const free = Math.min(maxOpen.all - open.size, maxOpen.quick - quick);
      for (const one of found) {
        if (options.cancellation?.aborted || begun >= free) break;
        if (!mayBegin(one)) continue;
        beginOne(one, options);
        begun += 1;
      }
      return begun;
    },
    /** Waits for the deliveries that have begun. */
    async settle(): Promise<void> {
      await Promise.all([...open.values()].map(({ ended }) => ended));
    },
  };
}

/** True if the account was deleted, or refuses changes for a moment because it is being moved. */
const isExpected = (error: unknown): boolean =>
  isDomainError(error) && (error.kind === "unavailable" || error.code === "account_not_found");

/** Sends the next message of a webhook. Returns true if more changes wait and the receiver has accepted the message. */
async function deliverNext(
  ports: WebhookPorts,
  { account, id }: DueWebhook,
  { cancellation, onState = () => {} }: DeliveryOptions,
): Promise<boolean> {
  const claim = await claimNext(ports, account, id);
  if (!claim) return false;
  const { webhook, message, body } = claim;
  const { answer, delivery } = await deliveryOf(ports, webhook, { ...message, body }, cancellation);
  const result = await ports.storage.transact(account, async (stores) => {
    if (hasItems(webhook, message)) await noteRows(stores, account, delivery);
    const current = await stores.webhooks.byId(account, id);
    // Another process has made the attempt if this one took longer than the lease.
    if (current?.pending?.id !== message.id || current.dueAt !== webhook.dueAt) return undefined;
    if (answer.failure === "canceled") {
      await stores.webhooks.save(account, { ...current, dueAt: ports.clock() });
      return undefined;
    }
    const attempts = current.attempts + 1;
    await stores.webhooks.log(account, { ...delivery, number: attempts });
    const next = afterAnswer(ports, current, message, answer);
    await stores.webhooks.save(account, { ...current, attempts, ...next });
    if (next.disabled && !current.disabled) await noteDisabled(stores, account, current, next.disabled, ports.clock());
    return { hasMore: next.pending === null && message.upTo.last !== undefined, state: stateAfter(current, next) };
  });
  if (result?.state) onState({ account, id, state: result.state });
  return result?.hasMore ?? false;
}

/** Returns the new state of a webhook, or `undefined` if it is the same as before. */
function stateAfter(before: Webhook, after: Changed): WebhookStateChange["state"] | undefined {
  if (after.disabled !== before.disabled) return "disabled";
  if ((after.failingSince === null) === (before.failingSince === null)) return undefined;
  return after.failingSince === null ? "active" : "failing";
}

type Claim = { readonly webhook: Webhook; readonly message: PendingMessage; readonly body: string };

/** Claims the webhook for one attempt, and stores its message before the first attempt. */
async function claimNext(ports: WebhookPorts, account: AccountId, id: WebhookId): Promise<Claim | undefined> {
  const { storage, clock } = ports;
  const { epoch } = await ports.cursorSigner(account);
  const { webhook, key, disabled } = await storage.read(account, async ({ webhooks, settings }) => ({
    webhook: await webhooks.byId(account, id),
    ...(await settings.owner(account)),
  }));
  if (!webhook || disabled || !isDue(webhook, clock())) return undefined;
  const next = await composeMessage(ports, account, { webhook, key, epoch });
  return storage.transact(account, async ({ webhooks }) => {
    const current = await webhooks.byId(account, id);
    if (!current || !isDue(current, clock()) || !isSame(current, webhook)) return undefined;
    const { message, body } = next;
    if (message) {
      const claimed = { ...current, epoch: next.epoch, pending: message, dueAt: plus(clock(), lease) };
      await webhooks.save(account, claimed);
      return { webhook: claimed, message, body };
    }
    const looked = { ...current, pending: null, reached: next.upTo, dueAt: clock() };
    // Without this condition, every look would write to the database.
    if (!isSame(looked, current) || current.dueAt <= plus(looked.dueAt, -quietTime))
      await webhooks.save(account, looked);
    return undefined;
  });
}

/** True if two versions of a webhook have the same progress and the same pending message. */
const isSame = (one: Webhook, other: Webhook): boolean =>
  one.pending?.id === other.pending?.id && JSON.stringify(one.reached) === JSON.stringify(other.reached);

const isDue = ({ disabled, dueAt }: Webhook, now: Instant): boolean => disabled === null && dueAt <= now;

type Changed = Pick<Webhook, "pending" | "failingSince" | "disabled" | "dueAt"> & Partial<Webhook>;

/** Returns what changes after an answer. Only a status from 200 to 299 means that the receiver has the message. */
function afterAnswer(ports: Ports, webhook: Webhook, message: PendingMessage, answer: WebhookAnswer): Changed {
  const now = ports.clock();
  const { status } = answer;
  if (status !== null && status >= 200 && status < 300)
    return { reached: message.upTo, pending: null, failingSince: null, disabled: webhook.disabled, dueAt: now };
  const failingSince = webhook.failingSince ?? now;
  const reason = status === 410 ? "gone" : now >= plus(failingSince, patience) ? "failing" : null;
  return {
    pending: { ...message, tries: message.tries + 1 },
    failingSince,
    disabled: webhook.disabled ?? reason,
    dueAt: plus(now, pauseAfter(ports, message.tries, answer, now)),
  };
}

/** Returns the pause before the next attempt. `Retry-After` of the status 429 or 503 can extend it up to 10 hours. */
function pauseAfter({ secrets }: Ports, tries: number, { status, retryAfter }: WebhookAnswer, now: Instant): number {
  const longest = pauses.at(-1) ?? 0;
  const [byte = 0] = secrets.randomBytes(1);
  const pause = Math.round((pauses[tries] ?? longest) * (1 + jitter * ((2 * byte) / 255 - 1)));
  const requested = status === 429 || status === 503 ? waitIn(retryAfter ?? "", now) : 0;
  return Math.max(pause, Math.min(requested, longest));
}

/** Returns the time that `Retry-After` asks for, in seconds or as a date. Returns 0 for any other value. */
function waitIn(text: string, now: Instant): number {
  if (/^\d{1,9}$/.test(text)) return Number(text) * second;
  const at = Date.parse(text);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now);
}

const noteDisabled = (
  { audit }: Stores,
  account: AccountId,
  { id }: Webhook,
  outcome: string,
  at: Instant,
): Promise<void> =>
  audit.append(account, [byService({ at, action: "disable_webhook", subject: `webhook ${id}`, outcome })]);

/** Adds an attempt that sent rows to the audit trail. */
function noteRows(
  { audit }: Stores,
  account: AccountId,
  { webhook, at, changes, failure, status }: Omit<WebhookDelivery, "number">,
): Promise<void> {
  const event = { at, action: "send_rows", subject: `webhook ${webhook}`, rows: changes };
  return audit.append(account, [byService({ ...event, outcome: failure ?? String(status) })]);
}
