import type { FilterQuery } from "@repute/domain";
import type { ProblemCode } from "../openapi/problem-examples.js";
import type { Schema } from "../schema.js";

type Parameters<Name extends string = string> = { readonly [P in Name]: Schema };

const parameter = (description: string, ...examples: readonly string[]) =>
  ({ type: "string", description, examples }) as const satisfies Schema;

const integer = (description: string, of: Omit<Schema, "type">) =>
  ({ type: "string", description, textOf: { type: "integer", ...of } }) as const satisfies Schema;

/** Query parameter for the start or end of a time window: a date or a timestamp. */
export const date = (description: string) => parameter(description, "2026-03-01", "2026-03-01T17:05:00Z");

/** Query parameters for the time window of lists that are sorted by visit-related dates. */
export const visitWindow = {
  date: date("Start of the window. Without `end`, the window is the 24 hours from `date`."),
  end: date("Inclusive end of the window. A date includes the whole day in the account's time zone."),
};

/** Query parameter that selects one of the account's surveys. */
export const surveyId = integer("Survey id from `/surveys-list`.", { examples: [4] });

/** Query parameter that filters rows by rating. */
export const rating = parameter(
  "Comma-separated ratings from 1 to 5. Selects rows with one of these ratings. A fractional rating is first rounded to the nearest integer, and halves are rounded up. Rows without a rating are not selected.",
  "1,2",
);

/** Filter parameters of v2 lists. A row must match at least one value of each parameter. */
export const filters = {
  location_id: parameter("Comma-separated location ids. Selects rows of any of these locations.", "1,2"),
  provider_id: parameter("Comma-separated provider ids. Selects rows of any of these providers.", "10"),
  group_id: parameter(
    "Comma-separated group ids. Selects rows whose location or provider belongs to any of these groups.",
    "30",
  ),
  custom_filters: parameter(
    'JSON object with keys `custom_fields.<field_name>`. Each value is `["eq", value]` or `["in_", [values]]`. ' +
      "Values are compared as case-sensitive strings. A row must match all keys.",
    '{"custom_fields.plan":["eq","gold"]}',
    '{"custom_fields.plan":["in_",["gold","silver"]],"custom_fields.visits":["eq",2]}',
  ),
} satisfies Partial<Parameters<keyof FilterQuery>>;

/** Query parameter that adds the keys to each item. */
export const keys = {
  type: "string",
  enum: ["true", "false"],
  description:
    "With `true`, each item starts with `_id`, `_changed_at` and ids of related records, such as `_location_id`. Defaults to `false`.",
  examples: ["true"],
} as const satisfies Schema;

/** Sentences at the end of each catalog list's description. */
export const catalogNote =
  "The response contains all rows. To get 304 if the list has not changed, send the `ETag` of the last response as `If-None-Match`.";

/** Query schema of lists that accept only `keys`. */
export const keyQuery = { type: "object", properties: { keys } } as const;

/** Query parameters that divide a list into pages, although the specification does not contain them. */
export const pages = {
  limit: integer(
    "Maximum number of rows per page (1 to 10000). The `Link` header points to the next page. Without `limit` and `cursor`, the whole list is returned.",
    {
      minimum: 1,
      maximum: 10_000,
      examples: [1_000],
    },
  ),
  cursor: parameter(
    "Pagination cursor from the `Link` header of the previous page. Only `limit` may change between pages.",
    "MS4xNzcyMzg0NzAwMDAwLjAuNTAxLjEwMC4xNzgwMzE1MjAwMDAwLjZkM2E5MTBm",
  ),
} as const;

/** Query parameters that all lists with a time window accept, although the specification does not contain them. */
const additions = {
  modified_since: date(
    "Selects rows that were added or changed at or after this time, even if the review, survey response or invite itself is older.",
  ),
  epoch: parameter(
    "Value of the header `X-Epoch` of the response whose `X-Watermark` you send as `modified_since`. Returns 410 if the data was restored from a backup since then.",
    "9f86d081884c7d65",
  ),
  order: {
    type: "string",
    enum: ["asc", "desc"],
    description:
      "Sort direction. `desc`, the default, is newest first. `asc` is oldest first. With `modified_since`, `asc` sorts by the time of the change, then by id.",
    examples: ["asc"],
  },
  ...pages,
  keys,
} as const;

const refusedIds = ["not_an_integer", "too_many_members"] as const;

type Refusals<Name extends string> = Readonly<Record<Name, readonly ProblemCode[]>>;

/** Error codes by parameter. Excludes `invalid_parameter`, which every parameter with a schema can cause. */
const refusals: Refusals<keyof typeof filters> & Refusals<string> = {
  date: ["invalid_date"],
  end: ["invalid_date", "reversed_dates"],
  start_date: ["invalid_date"],
  end_date: ["invalid_date", "reversed_dates"],
  modified_since: ["invalid_date"],
  epoch: ["epoch_expired"],
  survey_id: ["not_an_integer", "unknown_ids"],
  rating: [...refusedIds, "invalid_rating"],
  location_id: [...refusedIds, "unknown_ids"],
  provider_id: [...refusedIds, "unknown_ids"],
  group_id: [...refusedIds, "unknown_ids"],
  custom_filters: ["invalid_custom_filters"],
  limit: ["invalid_limit"],
  cursor: ["invalid_cursor"],
};

/**
 * Returns the query schema and the possible error codes of a list with a time window.
 * The schema contains the list's own parameters and the common parameters.
 */
export function listQuery<const Own extends Parameters, Name extends keyof Own = never>(own: Own, ...required: Name[]) {
  // `own` is spread twice: at the start for the order of the parameters, at the end to replace the common descriptions.
  const properties = { ...own, ...additions, ...own };
  const refuses = [...new Set(Object.keys(properties).flatMap((name) => refusals[name] ?? []))];
  return { query: { type: "object", properties, required }, refuses } as const;
}
