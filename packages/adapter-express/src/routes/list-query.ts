import type { ProblemCode } from "../openapi/problem-examples.js";
import type { Schema } from "../schema.js";

const parameter = (description: string, ...examples: readonly string[]) =>
  ({ type: "string", description, examples }) as const satisfies Schema;

/** A parameter that is the text of one integer. */
const integer = (description: string, of: Omit<Schema, "type">) =>
  ({ type: "string", description, textOf: { type: "integer", ...of } }) as const satisfies Schema;

/** A bound of a window: a date or a timestamp. */
export const date = (description: string) => parameter(description, "2026-03-01", "2026-03-01T17:05:00Z");

/** The window of lists of what came of visits. */
export const visitWindow = {
  date: date("From here on; without `end`, the 24 hours after it"),
  end: date("Up to and including this"),
};

/** One survey of the account. */
export const surveyId = integer("Survey id: one of the survey list", { examples: [4] });

/** A choice of ratings. */
export const rating = parameter(
  "Ratings from 1 to 5, separated by commas, compared with ratings rounded half up; rows without one match none",
  "1,2",
);

/** What filters lists of v2: any one member of each parameter, all parameters at once. */
export const filters = {
  location_id: parameter("Ids of locations, separated by commas: rows of any one of them", "1,2"),
  provider_id: parameter("Ids of providers, separated by commas: rows of any one of them", "10"),
  group_id: parameter(
    "Ids of groups, separated by commas: rows whose location or provider belongs to any one of them",
    "30",
  ),
  custom_filters: parameter(
    'A JSON object with keys `custom_fields.<field_name>`; its values are `["eq", value]` or `["in_", [values]]`, ' +
      "compared as text. All keys have to match",
    '{"custom_fields.plan":["eq","gold"]}',
    '{"custom_fields.plan":["in_",["gold","silver"]],"custom_fields.visits":["eq",2]}',
  ),
};

/** What asks for the keys of items. */
export const keys = {
  type: "string",
  enum: ["true", "false"],
  description: "With `true`, each item begins with `_id`, `_changed_at` and what it is joined on",
  examples: ["true"],
} as const satisfies Schema;

/** The query of a list that takes nothing else. */
export const keyQuery = { type: "object", properties: { keys } } as const;

/** What every windowed list takes besides what the specification says. */
const additions = {
  modified_since: date("Rows that were added or changed then or later, however old they are"),
  order: {
    type: "string",
    enum: ["asc", "desc"],
    description:
      "`asc` reverses the order; with `modified_since`, it is by the time of the change, then by id, ascending",
    examples: ["asc"],
  },
  limit: integer("At most so many rows, from 1 to 10000; the header `Link` leads to the next ones", {
    minimum: 1,
    maximum: 10_000,
    examples: [1_000],
  }),
  cursor: parameter(
    "Where a page begins: from the `Link` of the page before, whose other parameters have to stay the same",
    "MS4xNzcyMzg0NzAwMDAwLjAuNTAxLjEwMC4xNzgwMzE1MjAwMDAwLjZkM2E5MTBm",
  ),
  keys,
} as const;

const refusedIds = ["not_an_integer", "too_many_members"] as const;

const refusals: Readonly<Record<string, readonly ProblemCode[]>> = {
  date: ["invalid_date"],
  end: ["invalid_date", "reversed_dates"],
  start_date: ["invalid_date"],
  end_date: ["invalid_date", "reversed_dates"],
  modified_since: ["invalid_date"],
  survey_id: ["not_an_integer", "unknown_ids"],
  rating: [...refusedIds, "invalid_rating"],
  location_id: [...refusedIds, "unknown_ids"],
  provider_id: [...refusedIds, "unknown_ids"],
  group_id: [...refusedIds, "unknown_ids"],
  custom_filters: ["invalid_custom_filters"],
  limit: ["invalid_limit"],
  cursor: ["invalid_cursor"],
};

type Parameters = { readonly [name: string]: Schema };

/** The query of a windowed list: its own parameters, what every such list takes, and what can be wrong with them. */
export function listQuery<const Own extends Parameters, Name extends keyof Own = never>(own: Own, ...required: Name[]) {
  // What a list says itself of a parameter that all of them take stands.
  const properties = { ...own, ...additions, ...own };
  const refuses = [...new Set(Object.keys(properties).flatMap((name) => refusals[name] ?? []))];
  return { query: { type: "object", properties, required }, refuses } as const;
}
