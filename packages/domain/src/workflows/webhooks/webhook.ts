import type { Progress, PublicList } from "../../foundation/feed/feed.js";
import { invalid } from "../../foundation/kernel/domain-error.js";
import type { AccountId, Brand } from "../../foundation/kernel/ids.js";
import type { Cancellation } from "../../foundation/kernel/storage.js";
import type { Instant } from "../../foundation/kernel/times.js";

export type WebhookId = Brand<string, "WebhookId">;

/** Encrypted secret of a webhook. `until` is the time from which an earlier secret signs nothing. */
export type WebhookSecret = { readonly sealed: string; readonly until: Instant | null };

/** Types of messages: changed rows, a notice that all rows must be read again, and a test. */
export type MessageType = "changes" | "reset" | "test";

/** Message that waits until the receiver has accepted it. Every attempt sends the same id and the same body. */
export type PendingMessage = {
  readonly id: string;
  readonly type: MessageType;
  /** Body without items. */
  readonly body: string;
  /** Number of changes in the body. */
  readonly changes: number;
  /** Progress of the webhook after the receiver has accepted the message. */
  readonly upTo: Progress;
  /** Number of failed attempts. */
  readonly tries: number;
};

/** Why a webhook sends nothing: an operator disabled it, the receiver answered 410, or all attempts failed for days. */
export type DisabledReason = "operator" | "gone" | "failing";

/** URL to which the service reports changes to an account. */
export type Webhook = {
  readonly id: WebhookId;
  readonly url: string;
  readonly lists: readonly PublicList[];
  /** True if messages contain the items of changed rows. */
  readonly isFull: boolean;
  /** Secrets that sign messages, newest first. */
  readonly secrets: readonly WebhookSecret[];
  readonly createdAt: Instant;
  /** Progress in the change feed that the receiver has confirmed, and the epoch to which it belongs. */
  readonly reached: Progress;
  readonly epoch: string;
  readonly pending: PendingMessage | null;
  /** Time of the next attempt. While a process makes an attempt, the time at which another process may make it. */
  readonly dueAt: Instant;
  /** Time of the first failed attempt after the last successful one. */
  readonly failingSince: Instant | null;
  readonly disabled: DisabledReason | null;
  /** Number of attempts so far, including tests. */
  readonly attempts: number;
};

/** Attempt to deliver a message. */
export type WebhookDelivery = {
  readonly webhook: WebhookId;
  /** Number among the attempts of the webhook, from 1. */
  readonly number: number;
  readonly message: string;
  readonly type: MessageType;
  readonly changes: number;
  readonly at: Instant;
  /** HTTP status, or `null` without an answer. */
  readonly status: number | null;
  /** Reason in one word why there is no answer. */
  readonly failure: string | null;
  readonly milliseconds: number;
  /** Beginning of the answer. */
  readonly answer: string;
};

/** Number of attempts that are kept for each webhook. */
export const keptDeliveries = 1_000;

export interface WebhookStore {
  byId(account: AccountId, id: WebhookId): Promise<Webhook | undefined>;
  /** Returns the webhooks of an account, in order of creation. */
  all(account: AccountId): Promise<Webhook[]>;
  /** Inserts or replaces a webhook by id. */
  save(account: AccountId, webhook: Webhook): Promise<void>;
  /** Removes a webhook with its attempts. */
  remove(account: AccountId, id: WebhookId): Promise<void>;
  /** Adds an attempt. Deletes the attempts of the webhook before the latest 1,000. */
  log(account: AccountId, delivery: WebhookDelivery): Promise<void>;
  /** Returns up to `limit` attempts of a webhook, newest first. */
  deliveries(account: AccountId, id: WebhookId, limit: number): Promise<WebhookDelivery[]>;
}

/** Webhook with something to send. `isFailing` is true if the last attempt failed. */
export type DueWebhook = { readonly account: AccountId; readonly id: WebhookId; readonly isFailing: boolean };

/** Finds webhooks in all accounts. */
export interface WebhookDirectory {
  /**
   * Returns up to 500 webhooks of enabled accounts that are due and have a pending message or may have changes to send.
   * Also returns webhooks that have not been due since `quietSince`. Webhooks whose last attempt failed come last.
   */
  due(now: Instant, quietSince: Instant): Promise<readonly DueWebhook[]>;
}

/** Returns the feed revision up to which a webhook has sent everything, or -1 if it has more to send. */
export const settledRevision = ({ pending, reached }: Pick<Webhook, "pending" | "reached">): number =>
  pending === null && reached.last === undefined ? reached.revision : -1;

/** True if the last attempt failed. False if an operator has disabled the webhook. */
export const isFailing = ({ failingSince, disabled }: Pick<Webhook, "failingSince" | "disabled">): boolean =>
  failingSince !== null && disabled !== "operator";

/** True if a message is sent with the items of rows. */
export const hasItems = ({ isFull }: Pick<Webhook, "isFull">, { type }: Pick<PendingMessage, "type">): boolean =>
  isFull && type === "changes";

/** Message to sign and send. */
export type OutgoingMessage = {
  readonly webhook: WebhookId;
  readonly url: string;
  /** Encrypted secrets, each of which signs the message. */
  readonly sealed: readonly string[];
  readonly id: string;
  readonly at: Instant;
  readonly body: string;
};

/** Result of sending a message. */
export type WebhookAnswer = {
  readonly status: number | null;
  /** Reason in one word why there is no answer. `canceled` if the caller canceled the request. */
  readonly failure: string | null;
  /** Value of the header `Retry-After`. */
  readonly retryAfter: string | null;
  /** First 500 characters of the answer. */
  readonly text: string;
  readonly milliseconds: number;
};

export const webhookUrlNotAllowed = () =>
  invalid("webhook_url_not_allowed", "the url must be an https URL of a public host");

/** Sends messages as the Standard Webhooks specification defines, only to public hosts. */
export interface WebhookSender {
  /** Throws `webhook_url_not_allowed` if the service must not send messages to a URL. */
  checkUrl(url: string): Promise<void>;
  /** Creates a secret, and encrypts it for storage. */
  newSecret(webhook: WebhookId): Promise<{ readonly secret: string; readonly sealed: string }>;
  /** Sends a message with one request. Follows no redirect. Resolves within 20 seconds, whatever the receiver does. */
  send(message: OutgoingMessage, cancellation?: Cancellation): Promise<WebhookAnswer>;
}
