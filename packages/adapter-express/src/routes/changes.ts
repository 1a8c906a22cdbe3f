import { maxChanges, type PublicList, publicLists } from "@repute/domain";
import { route } from "../route.js";
import { exactly, itemOf, listOf, type Schema } from "../schema.js";
import { accountItem, appointmentItem, campaignCatalogItem, spendItem } from "./feed-items.js";
import { listRoutes } from "./list-routes.js";

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
  waits: true,
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
