import type { FeedList, FeedSlice } from "@repute/domain";
import type { ColumnKind, Dialect } from "../dialect.js";
import { fieldKeys } from "./field-key.js";

/** How statements about one list of one account are written. */
export type Writing = {
  readonly dialect: Dialect;
  readonly list: FeedList;
  /** The condition that a row is the list's: the first of every WHERE. */
  readonly own: string;
  /** Gives the statement a value; returns what stands for it there. */
  bind(value: string | number): string;
};

/** What a slice asks of a row of `feed` besides its position in the order. */
export function conditionsOf(writing: Writing, slice: FeedSlice & { readonly upTo?: number }): string[] {
  const { filter = {}, ratings } = slice;
  const { locationIds, providerIds, members, customFields = [] } = filter;
  const among = (column: string) => (ids: readonly number[]) => oneOf(writing, column, "integer", ids);
  const ofMembers = ({ locationIds: locations, providerIds: providers }: NonNullable<typeof members>) =>
    `(${among("location_id")(locations)} OR ${among("provider_id")(providers)})`;
  return [
    ...timesOf(writing, slice),
    ...asked(slice.upTo, (revision) => `revision <= ${writing.bind(revision)}`),
    ...asked(ratings, among("rating")),
    ...asked(locationIds, among("location_id")),
    ...asked(providerIds, among("provider_id")),
    ...asked(members, ofMembers),
    ...customFields.map((field) => hasField(writing, fieldKeys(writing.list, field))),
  ];
}

/** Those of the slice's times that do not bound its order. */
function timesOf({ bind }: Writing, { order, window, modifiedSince }: FeedSlice): string[] {
  if (order !== "modified") return asked(modifiedSince, (since) => `modified_at >= ${bind(since)}`);
  return [
    ...asked(window?.from, (from) => `at >= ${bind(from)}`), //
    ...asked(window?.to, (to) => `at < ${bind(to)}`),
  ];
}

/**
 * Looked up row by row, by the row's key: `EXISTS` may become a join of all rows with all fields, and without `IS TRUE`
 * each of the keys may be looked for on its own, although an entry has fewer fields than that.
 */
const hasField = (writing: Writing, keys: readonly string[]): string =>
  `(SELECT count(*) FROM feed_fields WHERE ${writing.own} AND kind = feed.kind AND id = feed.id
    AND (${oneOf(writing, "key", "text", keys)}) IS TRUE) > 0`;

const oneOf = (writing: Writing, column: string, kind: ColumnKind, values: readonly (string | number)[]): string =>
  writing.dialect.oneOf(column, kind, writing.bind(writing.dialect.list(values)));

const asked = <T>(value: T | undefined, condition: (value: T) => string): string[] =>
  value === undefined ? [] : [condition(value)];
