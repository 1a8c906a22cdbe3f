import { but, route } from "../route.js";
import { exactly, listOf } from "../schema.js";
import { number, text, texts } from "./item-schemas.js";
import { date, filters, listQuery, visitWindow } from "./list-query.js";
import { keyed } from "./keyed.js";

const time = (description: string) => ({ description, examples: ["2026-03-01 16:00:00+00:00"] });

const inviteItem = {
  title: "Invite",
  ...exactly({
    clicked: {
      type: "array",
      description: "Which platforms the recipient went to, and when",
      items: exactly({
        created_at: { type: "string", ...time("When") },
        name: { type: "string", description: "Name of the platform" },
      }),
    },
    customer_name: text("Name of the recipient"),
    external_location_ids: texts("External ids of the location"),
    external_provider_ids: texts("External ids of the provider"),
    extras: {
      type: "object",
      description: "The practice's own fields, by name: what `custom_filters` compares",
      additionalProperties: { type: "string" },
    },
    location: text("Name of the location"),
    location_id: text("Location id, as text"),
    location_oid: text("First external id of the location"),
    message: text("Name of the message"),
    opened: { type: ["string", "null"], ...time("When the invite was opened") },
    platform: text("Name of the platform"),
    proceeded_to_review: { type: "boolean", description: "Whether the recipient went on to review" },
    provider: text("Name of the provider"),
    provider_id: text("Provider id, as text"),
    review_rating: number("Rating given"),
    sent_at: { type: "string", ...time("When it was sent") },
    sent_by: { type: "string", description: "Who sent it; empty when it was sent by itself" },
    sent_to: { type: "string", description: "Phone number or e-mail address" },
    status: { type: "string", description: "Status of the invite", examples: ["sent"] },
    type: { type: "string", enum: ["sms", "email"], description: "How it was sent" },
  }),
  examples: [
    {
      clicked: [{ created_at: "2026-03-01 16:07:00+00:00", name: "Google" }],
      customer_name: "Bo Tran",
      external_location_ids: ["L-1"],
      external_provider_ids: ["P-10"],
      extras: { plan: "gold" },
      location: "Main Street",
      location_id: "1",
      location_oid: "L-1",
      message: "After the visit",
      opened: "2026-03-01 16:05:00+00:00",
      platform: "Google",
      proceeded_to_review: true,
      provider: "Dr. Ada Quill",
      provider_id: "10",
      review_rating: 5,
      sent_at: "2026-03-01 16:00:00+00:00",
      sent_by: "Front desk",
      sent_to: "801-555-0142",
      status: "sent",
      type: "sms",
    },
  ],
} as const;

/** Invites, the last sent first. */
export const invites = route({
  method: "get",
  path: "/invites",
  operation: "listInvites",
  tag: "Invites",
  summary: "Invites, the last sent first",
  access: "data-sync",
  key: [],
  ...listQuery({
    ...visitWindow,
    end: date("Up to the end of this day on the account's clocks; of a timestamp, the day on which it falls"),
    ...filters,
  }),
  reply: listOf(keyed(inviteItem)),
  stream: (domain, { account, query }) => domain.invites.list(account, query),
});

/** The same without the filters of v2 and without an end: a date stands for the 24 hours after it. */
export const invitesV1 = but(invites, listQuery({ date: date("The 24 hours after it") }));
