import { route, withChanges } from "../route.js";
import { exactly, listOf } from "../schema.js";
import { keyed, number, text, texts } from "./item-schemas.js";
import { date, filters, listQuery, visitWindow } from "./list-query.js";

const time = (description: string) => ({ description, examples: ["2026-03-01 16:00:00+00:00"] });

const inviteItem = {
  title: "Invite",
  ...exactly({
    clicked: {
      type: "array",
      description: "Platforms that the recipient clicked, each with the time of the click.",
      items: exactly({
        created_at: { type: "string", ...time("Time of the click.") },
        name: { type: "string", description: "Name of the platform." },
      }),
    },
    customer_name: text("Name of the recipient. Null if unknown."),
    external_location_ids: texts("Ids of the location in external systems."),
    external_provider_ids: texts("Ids of the provider in external systems."),
    extras: {
      type: "object",
      description:
        "Custom fields of the practice, keyed by field name. The parameter `custom_filters` refers to these fields.",
      additionalProperties: { type: "string" },
    },
    location: text("Name of the location. Null if unknown."),
    location_id: text("Location id, as a string. Null if unknown."),
    location_oid: text("First id in `external_location_ids`. Null if there is none."),
    message: text("Name of the message template. Null if unknown."),
    opened: { type: ["string", "null"], ...time("Time when the invite was opened. Null if it was not opened.") },
    platform: text("Name of the platform. Null if unknown."),
    proceeded_to_review: { type: "boolean", description: "True if the recipient proceeded to write a review." },
    provider: text("Name of the provider. Null if unknown."),
    provider_id: text("Provider id, as a string. Null if unknown."),
    review_rating: number("Rating given by the recipient. Null if there is none."),
    sent_at: {
      type: "string",
      ...time("Time when the invite was sent. If `status` is `scheduled`, the planned time."),
    },
    sent_by: { type: "string", description: "Name of the sender. Empty if the invite was sent automatically." },
    sent_to: { type: "string", description: "Phone number or email address of the recipient." },
    status: {
      type: "string",
      description:
        "Status of the invite. `scheduled` means that an import planned the invite. The invite is not in the list until its planned time.",
      examples: ["sent"],
    },
    type: { type: "string", enum: ["sms", "email"], description: "Channel that the invite was sent through." },
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

export const invites = route({
  method: "get",
  path: "/invites",
  operation: "listInvites",
  tag: "Invites",
  summary: "List invites",
  description:
    "Invites sent to patients after visits, with their clicks. Newest first by `sent_at`. A planned invite is not in the list until its planned time. Without a date, the list covers all time. With only `date`, the list covers the 24 hours from that time. With `end`, the list includes that whole day, even if `end` is a timestamp. Rows have an id only with `keys=true`.",
  access: "data-sync",
  key: [],
  ...listQuery({
    ...visitWindow,
    end: date(
      "Last day of the window. The whole day is included, in the account's time zone. If `end` is a timestamp, only its day counts.",
    ),
    ...filters,
  }),
  reply: listOf(keyed(inviteItem, "_location_id", "_provider_id", "_local_date")),
  stream: (domain, { account, query }) => domain.invites.list(account, query),
});

/** Lists invites for v1, without filters and without the `end` parameter. */
export const invitesV1 = withChanges(invites, {
  ...listQuery({ date: date("Start of the window, which is 24 hours long.") }),
  description:
    "Invites sent to patients after visits, with their clicks. Newest first by `sent_at`. A planned invite is not in the list until its planned time. Without `date`, the list covers all time. With `date`, the list covers the 24 hours from that time. Rows have an id only with `keys=true`.",
});
