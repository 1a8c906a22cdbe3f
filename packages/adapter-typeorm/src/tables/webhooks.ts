import type { Webhook, WebhookDelivery } from "@repute/domain";
import { flag, integer, json, key, nullable, text } from "./columns.js";
import { recordTable } from "./table.js";

export const webhookTable = recordTable<Webhook>("webhooks", {
  id: key(text("id")),
  url: text("url"),
  lists: json("lists"),
  isFull: flag("is_full"),
  secrets: json("secrets"),
  createdAt: integer("created_at"),
  reached: json("reached"),
  epoch: text("epoch"),
  pending: nullable(json("pending")),
  dueAt: integer("due_at"),
  failingSince: nullable(integer("failing_since")),
  disabled: nullable(text("disabled")),
  attempts: integer("attempts"),
});

export const webhookDeliveryTable = recordTable<WebhookDelivery>("webhook_deliveries", {
  webhook: key(text("webhook_id")),
  number: key(integer("number")),
  message: text("message"),
  type: text("type"),
  changes: integer("changes"),
  at: integer("at"),
  status: nullable(integer("status")),
  failure: nullable(text("failure")),
  milliseconds: integer("milliseconds"),
  answer: text("answer"),
});
