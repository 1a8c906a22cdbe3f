import { createHash } from "node:crypto";
import { maxChanges, type PublicList, publicLists } from "@repute/domain";
import { type Route, route } from "../route.js";
import { exactly, itemOf, listOf, type Schema } from "../schema.js";
import { id, text, texts } from "./item-schemas.js";
import { listRoutes } from "./list-routes.js";

/** Defines the schema of items that are available only under `/changes`. Later versions may add members. */
const feedItem = <const S extends Parameters<typeof exactly>[0]>(title: string, properties: S, example: object) =>
  ({ title, type: "object", properties, required: Object.keys(properties), examples: [example] }) satisfies Schema;

const amount = (description: string) => `${description} A decimal string in the account's currency, such as \`80.50\`.`;

export const campaignCatalogItem = feedItem(
  "CampaignCatalogItem",
  {
    id: { type: "integer", description: "Campaign id." },
    name: { type: "string", description: "Name of the campaign." },
    channel: { type: "string", description: "Channel of the campaign, such as `Paid Search`." },
    source: text("Source of the campaign, such as `google`. Null if it has none."),
    parameter: text("Value of `scct` in the links of the campaign. Null if it has none."),
    tracking_numbers: texts("Tracking numbers of the campaign."),
  },
  {
    id: 50,
    name: "Spring",
    channel: "Paid Search",
    source: "google",
    parameter: "spring-1",
    tracking_numbers: ["8015550100"],
  },
);

export const spendItem = feedItem(
  "SpendItem",
  {
    campaign_id: { type: "integer", description: "Campaign id." },
    day: { type: "string", format: "date", description: "Day of the spend." },
    amount: { type: "string", description: amount("Amount spent on this day.") },
  },
  { campaign_id: 50, day: "2026-03-01", amount: "3.33" },
);

export const appointmentItem = feedItem(
  "AppointmentItem",
  {
    _appt_local_date: {
      type: "string",
      format: "date",
      description: "Day of the appointment in the account's time zone.",
    },
    _patient_key: {
      type: "string",
      description: "Equal for all appointments that campaign summaries count as appointments of one patient.",
    },
    appointment_id: { type: "integer", description: "Appointment id." },
    appt_date: {
      type: "string",
      description: "Timestamp of the appointment, or its date if the time of day is unknown.",
    },
    location_id: id("Location id. Null if unknown."),
    provider_id: id("Provider id. Null if unknown."),
    patient_id: text("Patient id. Null if unknown."),
    revenue: text(amount("Revenue of the appointment. Null if unknown.")),
    conversion_id: text("Id of the conversion that gets the credit for the appointment. Null if there is none."),
  },
  {
    _appt_local_date: "2026-03-05",
    _patient_key: "id MRN-5",
    appointment_id: 1001,
    appt_date: "2026-03-05T16:00:00+00:00",
    location_id: 1,
    provider_id: null,
    patient_id: "MRN-5",
    revenue: "80.50",
    conversion_id: "call-900",
  },
);

export const accountItem = feedItem(
  "AccountItem",
  {
    key: { type: "string", description: "Key of the account." },
    name: { type: "string", description: "Name of the account." },
    time_zone: { type: "string", description: "Time zone of the account, as an IANA name." },
    currency: { type: "string", description: "Currency of all amounts, as an ISO 4217 code." },
    match_window_days: {
      type: "integer",
      description: "Maximum number of days between a conversion and the booking of its appointment.",
    },
    value_new_patient: {
      type: "string",
      description: amount("Estimated revenue of a new patient's appointment, used if the revenue is unknown."),
    },
    value_existing_patient: {
      type: "string",
      description: amount("Estimated revenue of an existing patient's appointment, used if the revenue is unknown."),
    },
  },
  {
    key: "acme",
    name: "Acme Dental",
    time_zone: "America/Denver",
    currency: "USD",
    match_window_days: 90,
    value_new_patient: "250.00",
    value_existing_patient: "99.50",
  },
);

/** Schema of the items of each list. */
export const itemSchemas: Readonly<Record<PublicList, Schema | undefined>> = {
  ...(Object.fromEntries(Object.entries(listRoutes).map(([list, { reply }]) => [list, itemOf(reply)])) as Record<
    keyof typeof listRoutes,
    Schema | undefined
  >),
  "campaign-catalog": campaignCatalogItem,
  spends: spendItem,
  appointments: appointmentItem,
  account: accountItem,
};

/** Returns all item schemas without duplicates. Some lists share a schema. */
const distinctItems = (): readonly Schema[] => [
  ...new Map(Object.values(itemSchemas).flatMap((item) => (item ? [[item.title, item] as const] : []))).values(),
];

const changeItem = {
  title: "Change",
  ...exactly(
    {
      list: { type: "string", enum: publicLists, description: "List that contains the row." },
      id: { type: "string", description: "Id of the row, unique in its list. The id never changes." },
      op: {
        type: "string",
        enum: ["upsert", "delete"],
        description:
          "Type of change. `upsert` means that the row was added or changed. `delete` means that the row was deleted.",
      },
      changed_at: {
        type: "string",
        format: "date-time",
        description: "Time when the row was last changed or deleted.",
      },
      item: {
        type: "object",
        description:
          "The complete row as its `/v2` list returns it, including optional fields. The first fields are ids of related records, such as `_location_id`. " +
          "Absent for deleted rows.",
        anyOf: distinctItems(),
      },
    },
    "item",
  ),
  examples: [
    {
      list: "platforms",
      id: "3",
      op: "upsert",
      changed_at: "2026-03-01T17:05:00+00:00",
      item: { id: 3, name: "Google", is_survey: false, active: true },
    },
  ],
};

const lists = {
  type: "string",
  description: `Comma-separated names of lists. Defaults to all lists. Accepted names: ${publicLists.join(", ")}.`,
  examples: ["reviews,invites"],
} as const;

export const changes = route({
  method: "get",
  path: "/changes",
  operation: "listChanges",
  tag: "Changes",
  summary: "List changes",
  description:
    "Changes to an account's data, oldest first, including deletions. Use this list to keep a copy in sync. Without `cursor`, the response " +
    "is a full copy of the data, list by list. To get later changes, send the last `X-Cursor` as `cursor`. Each changed row appears only once, with its current values. If the cursor has expired (410), start over without a cursor.",
  access: "data-sync",
  key: ["list", "id"],
  refuses: ["unknown_list", "invalid_limit", "invalid_cursor", "cursor_expired"],
  resumes: true,
  waits: "changes",
  query: {
    type: "object",
    properties: {
      lists,
      limit: {
        type: "string",
        description: `Maximum number of rows (1 to ${maxChanges}). Defaults to all rows. If there are more rows, the \`Link\` header points to the next page.`,
        textOf: { type: "integer", minimum: 1, maximum: maxChanges, examples: [10_000] },
      },
      cursor: {
        type: "string",
        description: "Value of `X-Cursor` from the previous response for the same `lists`.",
        examples: ["MS5jaGFuZ2VzLjQxLjFmNmQzYTli"],
      },
    },
  },
  reply: listOf(changeItem),
  stream: (domain, { account, query }) => domain.changes.list(account, query),
});

const checksumItem = {
  title: "Checksum",
  ...exactly({
    list: { type: "string", enum: publicLists, description: "Name of the list." },
    month: { type: "string", description: "UTC month in which the rows last changed, as `YYYY-MM`." },
    count: {
      type: "integer",
      description: "Number of rows of the list that last changed in the month given by `month`.",
    },
    checksum: {
      type: "string",
      description:
        "Sum of the CRC-32 values of the rows, modulo 2^53. Each CRC-32 covers the id of the row, a zero byte, and the JSON text of `item`, exactly as in the response of `/changes`.",
    },
  }),
  examples: [{ list: "invites", month: "2026-11", count: 120, checksum: "257698037760" }],
};

export const checksums = route({
  method: "get",
  path: "/checksums",
  operation: "listChecksums",
  tag: "Changes",
  summary: "List checksums",
  description:
    "Row counts and checksums, for verifying a copy made from `/changes`. Each item covers the rows of one list whose last " +
    "change was in one UTC month. First update the copy to the `X-Cursor` of this response. The checksums apply only to the data at that cursor.",
  access: "data-sync",
  key: ["list", "month"],
  refuses: ["unknown_list"],
  resumes: true,
  query: { type: "object", properties: { lists } },
  reply: listOf(checksumItem),
  stream: (domain, { account, query }) => domain.changes.checksums(account, query),
});

/** Names and types of a schema, without descriptions and examples. */
function typesOf({ type, format, items, properties, required, additionalProperties }: Schema): unknown {
  const members = Object.entries(properties ?? {}).map(([name, schema]) => [name, typesOf(schema)]);
  const others = typeof additionalProperties === "object" ? typesOf(additionalProperties) : additionalProperties;
  return [type, format, items && typesOf(items), Object.fromEntries(members), required, others];
}

const routes: Readonly<Partial<Record<PublicList, Route>>> = listRoutes;

/**
 * Returns a fingerprint of each list's published schema. It changes if the name or type of a field changes, or the name
 * of a parameter, because stored entries have the values that parameters compare.
 */
export const publishedFingerprints = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    publicLists.map((list) => {
      const { reply = itemSchemas[list], query } = routes[list] ?? {};
      const text = JSON.stringify([reply && typesOf(reply), Object.keys(query?.properties ?? {})]);
      return [list, createHash("sha256").update(text).digest("hex").slice(0, 8)];
    }),
  );
