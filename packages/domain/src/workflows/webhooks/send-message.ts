import { notFound } from "../../foundation/kernel/domain-error.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Cancellation, Ports } from "../../foundation/kernel/storage.js";
import type { CursorSigner } from "../changes/change-cursor.js";
import {
  hasItems,
  type PendingMessage,
  type Webhook,
  type WebhookAnswer,
  type WebhookDelivery,
  type WebhookSender,
} from "./webhook.js";

/** Ports of webhooks. `cursorSigner` returns the current epoch of an account. */
export type WebhookPorts = Ports & {
  readonly cursorSigner: (account: AccountId) => Promise<Pick<CursorSigner, "epoch">>;
};

export function senderOf({ webhookSender }: Pick<Ports, "webhookSender">): WebhookSender {
  if (webhookSender) return webhookSender;
  throw notFound("webhooks_off", "this service sends no webhooks");
}

/** Sends a message, and describes the attempt for the log. The caller sets its number. */
export async function deliveryOf(
  ports: Ports,
  webhook: Webhook,
  message: PendingMessage,
  cancellation?: Cancellation,
): Promise<{ readonly answer: WebhookAnswer; readonly delivery: Omit<WebhookDelivery, "number"> }> {
  const at = ports.clock();
  const { id, type, changes, body } = message;
  const sealed = webhook.secrets.filter(({ until }) => until === null || until > at).map((one) => one.sealed);
  const answer = await senderOf(ports).send(
    { webhook: webhook.id, url: webhook.url, sealed, id, at, body },
    cancellation,
  );
  const { status, failure, milliseconds } = answer;
  // An answer to a message with items can repeat data of patients.
  const text = hasItems(webhook, message) ? "" : answer.text;
  const attempt = { webhook: webhook.id, message: id, type, changes, at };
  return { answer, delivery: { ...attempt, status, failure, milliseconds, answer: text } };
}
