import { publicLists, sourceStates, weekdays } from "@repute/domain";
import { route } from "../route.js";
import { exactly, type Schema } from "../schema.js";

const timeOrNull = (description: string, example: string | null) =>
  ({ type: ["string", "null"], description, format: "date-time", examples: [example] }) as const satisfies Schema;

const state = (description: string) => ({ type: "string", enum: sourceStates, description }) as const satisfies Schema;

const spanOrNull = (description: string, example: { readonly count: number; readonly period: string } | null) =>
  ({
    type: ["object", "null"],
    description,
    properties: {
      count: { type: "integer", description: "Number of periods." },
      period: { type: "string", enum: ["minute", "hour", "day"], description: "Unit of `count`." },
    },
    required: ["count", "period"],
    examples: [example],
  }) as const satisfies Schema;

const source = {
  title: "Source",
  ...exactly({
    name: {
      type: "string",
      description:
        "Source of data: the kind of data, and the import connection or call tracker. `list` and the name of a list if new rows of the list are expected.",
    },
    state: state(
      "`failing` if the last data failed, `late` if data is missing, or `unknown` if it arrives too rarely to tell.",
    ),
    last_arrival: timeOrNull(
      "Time when data last arrived, or of the newest row of a list.",
      "2026-03-02T09:05:00+00:00",
    ),
    last_failure: timeOrNull("Time when data last failed.", null),
    rows_of_last_day: {
      type: ["integer", "null"],
      description: "Number of records on the UTC day of the last arrival. `null` for lists.",
    },
    expected_on: {
      type: "array",
      description: "Days of the week on which data is expected. Empty if they are not known.",
      items: { type: "string", enum: weekdays },
    },
    late_since: timeOrNull("Time by which data was expected that has not arrived.", null),
    warn_after: spanOrNull("Span after the last arrival after which the source is late, if it is set.", null),
    error_after: spanOrNull("Span after the last arrival after which the source is failing, if it is set.", null),
  }),
  examples: [
    {
      ...{ name: "bundles", state: "fresh", last_arrival: "2026-03-02T09:05:00+00:00", last_failure: null },
      ...{ rows_of_last_day: 412, expected_on: ["Monday", "Tuesday"], late_since: null },
      ...{ warn_after: { count: 26, period: "hour" }, error_after: null },
    },
  ],
} as const satisfies Schema;

const list = {
  title: "NewestRow",
  ...exactly({
    name: { type: "string", enum: publicLists, description: "Name of the list in the change feed." },
    newest_row: {
      ...{ type: "string", format: "date-time", description: "Time of the newest row that is not in the future." },
      examples: ["2026-03-02T08:51:00+00:00"],
    },
  }),
  examples: [{ name: "reviews", newest_row: "2026-03-02T08:51:00+00:00" }],
} as const satisfies Schema;

export const status = route({
  method: "get",
  path: "/status",
  operation: "getStatus",
  tag: "Status",
  summary: "Get the status of the data",
  description:
    "Whether the data of the account arrives as usual: one item for each source of data, worst first. `state` is the worst state of all sources, " +
    "or `unknown` if no data has arrived.",
  access: "data-sync",
  reply: exactly({
    state: state("Worst state of the sources."),
    sources: { type: "array", description: "Sources of data, worst first.", items: source },
    lists: { type: "array", description: "Lists with rows that have a time, sorted by name.", items: list },
  }),
  handle: (domain, { account }) => domain.accounts.dataStatus(account),
});
