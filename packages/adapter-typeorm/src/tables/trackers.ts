import type { Tracker, TrackerEvent } from "@repute/domain";
import { integer, json, key, nullable, text } from "./columns.js";
import { recordTable } from "./table.js";

export const trackerTable = recordTable<Tracker>("trackers", {
  id: key(text("id")),
  name: text("name"),
  kind: text("kind"),
  keys: json("signing_keys"),
  mapping: nullable(json("mapping")),
  createdAt: integer("created_at"),
  removedAt: nullable(integer("removed_at")),
});

export const trackerEventTable = recordTable<TrackerEvent>("tracker_events", {
  id: key(integer("id")),
  tracker: text("tracker_id"),
  receivedAt: integer("received_at"),
  digest: text("digest"),
  sentAt: nullable(integer("sent_at")),
  state: text("state"),
  reason: nullable(text("reason")),
  body: nullable(json("body")),
  name: nullable(text("call_name")),
  call: nullable(integer("call_id")),
  rank: integer("event_rank"),
  tries: integer("tries"),
});
