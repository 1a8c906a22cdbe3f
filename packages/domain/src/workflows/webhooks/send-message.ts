import { notFound } from "../../foundation/kernel/domain-error.js";
import { base62, numberOf } from "../../foundation/kernel/encodings.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Cancellation, Ports } from "../../foundation/kernel/storage.js";
import { isoInstant } from "../../foundation/kernel/times.js";
import type { CursorSigner } from "../changes/change-cursor.js";
import type { MessageType, PendingMessage, Webhook, WebhookAnswer, WebhookDelivery, WebhookSender } from "./webhook.js";

/** Ports of webhooks. `cursorSigner` returns the current epoch of an account. */
export type WebhookPorts = Ports & {
  readonly cursorSigner: (account: AccountId) => Promise<Pick<CursorSigner, "epoch">>;
};

export function senderOf({ webhookSender }: Pick<Ports, "webhookSender">): WebhookSender {
  if (webhookSender) return webhookSender;
  throw notFound("webhooks_off", "this service sends no webhooks");
}

/** Creates a message with a new id. */
export function newMessage(
  { clock, secrets }: Pick<Ports, "clock" | "secrets">,
  type: MessageType,
  data: object,
  { changes, upTo }: Pick<PendingMessage, "changes" | "upTo">,
): PendingMessage {
  const id = `msg_${base62(numberOf(secrets.randomBytes(16)), 22)}`;
  const body = JSON.stringify({ type, timestamp: isoInstant(clock()), data });
  return { id, type, body, changes, upTo, tries: 0 };
}

/** Sends a message, and describes the attempt for the log. The caller sets its number. */
export async function deliveryOf(
  ports: Ports,
  { id: webhook, url, secrets }: Webhook,
  { id, type, changes, body }: PendingMessage,
  cancellation?: Cancellation,
): Promise<{ readonly answer: WebhookAnswer; readonly delivery: Omit<WebhookDelivery, "number"> }> {
  const at = ports.clock();
  const sealed = secrets.filter(({ until }) => until === null || until > at).map((one) => one.sealed);
  const answer = await senderOf(ports).send({ webhook, url, sealed, id, at, body }, cancellation);
  const { status, failure, milliseconds, text } = answer;
  return { answer, delivery: { webhook, message: id, type, changes, at, status, failure, milliseconds, answer: text } };
}
