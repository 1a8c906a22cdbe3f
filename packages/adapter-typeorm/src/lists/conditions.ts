import type { FeedFilter, FeedList, FeedSlice } from "@repute/domain";
import type { ColumnKind, Dialect } from "../engine/dialect.js";
import { fieldKeys } from "./field-key.js";

/** Context for building a SQL statement about one list of one account. */
export type Writing = {
  readonly dialect: Dialect;
  readonly list: FeedList;
  /** SQL condition that a row belongs to the list. Every WHERE clause starts with this condition. */
  readonly own: string;
  /** Binds a value to the statement and returns its placeholder. */
  bind(value: string | number): string;
};

/** Returns the SQL conditions for rows of `feed` in a slice. The range of the sort column is not included. */
export function conditionsOf(writing: Writing, slice: FeedSlice & { readonly upTo?: number }): string[] {
  const { filter = {}, ratings } = slice;
  const { locationIds, providerIds, members, customFields = [] } = filter;
  const among = (column: string) => (ids: readonly number[]) => oneOf(writing, column, "integer", ids);
  const ofMembers = ({ locationIds: locations, providerIds: providers }: NonNullable<typeof members>) =>
    `(${among("location_id")(locations)} OR ${among("provider_id")(providers)})`;
  return [
    ...timesOf(writing, slice),
    ...ifDefined(slice.upTo, (revision) => `revision <= ${writing.bind(revision)}`),
    ...ifDefined(ratings, among("rating")),
    ...Object.values({
      locationIds: ifDefined(locationIds, among("location_id")),
      providerIds: ifDefined(providerIds, among("provider_id")),
      members: ifDefined(members, ofMembers),
      customFields: customFields.map((field) => hasField(writing, fieldKeys(writing.list, field))),
    } satisfies Readonly<Record<keyof FeedFilter, readonly string[]>>).flat(),
  ];
}

/** Rows are sorted by one of the two time columns. Returns the SQL conditions on the other one. */
function timesOf({ bind }: Writing, { order, window, modifiedSince }: FeedSlice): string[] {
  if (order !== "modified") return ifDefined(modifiedSince, (since) => `modified_at >= ${bind(since)}`);
  return [
    ...ifDefined(window?.from, (from) => `at >= ${bind(from)}`), //
    ...ifDefined(window?.to, (to) => `at < ${bind(to)}`),
  ];
}

/**
 * Returns the SQL condition that an entry has a custom field with one of the keys.
 * A subquery counts the keys of one row at a time, because the planner may turn `EXISTS` into a join of all rows.
 * `IS TRUE` prevents a separate lookup per key.
 */
const hasField = (writing: Writing, keys: readonly string[]): string =>
  `(SELECT count(*) FROM feed_fields WHERE ${writing.own} AND kind = feed.kind AND id = feed.id
    AND (${oneOf(writing, "key", "text", keys)}) IS TRUE) > 0`;

const oneOf = (writing: Writing, column: string, kind: ColumnKind, values: readonly (string | number)[]): string =>
  writing.dialect.oneOf(column, kind, writing.bind(writing.dialect.list(values)));

const ifDefined = <T>(value: T | undefined, condition: (value: T) => string): string[] =>
  value === undefined ? [] : [condition(value)];
