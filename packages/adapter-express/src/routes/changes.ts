import { mostChanges, publicLists } from "@repute/domain";
import { route } from "../route.js";
import { exactly, listOf } from "../schema.js";

const changeItem = {
  title: "Change",
  ...exactly(
    {
      list: { type: "string", enum: publicLists, description: "The list that the row is in" },
      id: { type: "string", description: "What tells the row apart in its list; it never changes" },
      op: { type: "string", enum: ["upsert", "delete"], description: "`delete`: it is not in the list any more" },
      changed_at: { type: "string", format: "date-time", description: "When it was last changed, or deleted" },
      item: {
        type: "object",
        description:
          "The row as its list shows it in its fullest form, after what it is joined on (`_location_id`, `_survey_id`...); absent " +
          "where it was deleted",
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
  description: `Lists, separated by commas: some of ${publicLists.join(", ")}; all of them when absent`,
  examples: ["reviews,invites"],
} as const;

/** Everything that changed since a cursor; everything without one. */
export const changes = route({
  method: "get",
  path: "/changes",
  operation: "listChanges",
  tag: "Changes",
  summary:
    "Everything that was added, changed or deleted since a cursor, each row once; everything there is without one",
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
        description: `At most so many rows, from 1 to ${mostChanges}; the header \`Link\` leads to the next ones`,
        textOf: { type: "integer", minimum: 1, maximum: mostChanges, examples: [10_000] },
      },
      cursor: {
        type: "string",
        description: "From where on: what `X-Cursor` said last, for the same `lists`",
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
    list: { type: "string", enum: publicLists, description: "The list" },
    month: { type: "string", description: "The month in which its rows changed last, `YYYY-MM` in UTC" },
    count: { type: "integer", description: "How many rows these are" },
    checksum: {
      type: "string",
      description:
        "Over all of them the sum, modulo 2^53, of the CRC-32 of the row's id, a zero byte, and its `item` as it stands among changes",
    },
  }),
  examples: [{ list: "invites", month: "2026-11", count: 120, checksum: "257698037760" }],
};

/** What the rows of each list add up to. */
export const checksums = route({
  method: "get",
  path: "/checksums",
  operation: "listChecksums",
  tag: "Changes",
  summary: "What the rows of each list add up to, by the month in which they changed last: for comparing a copy",
  access: "data-sync",
  key: ["list", "month"],
  refuses: ["unknown_list"],
  resumes: true,
  query: { type: "object", properties: { lists } },
  reply: listOf(checksumItem),
  stream: (domain, { account, query }) => domain.changes.checksums(account, query),
});
