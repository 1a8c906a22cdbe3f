import type { FeedSlice } from "@repute/domain";
import type { Dialect } from "../dialect.js";

/** How statements about one list of one account are written. */
export type Writing = {
  readonly dialect: Dialect;
  /** The condition that a row is the list's: the first of every WHERE. */
  readonly own: string;
  /** Gives the statement a value; answers what stands for it there. */
  bind(value: string | number): string;
};

/** What a slice asks of a row of `feed` besides its place in the order. */
export function conditionsOf(writing: Writing, { order, window, ratings, modifiedSince, filter = {} }: FeedSlice) {
  const { bind } = writing;
  const among = (column: string) => (ids: readonly number[]) => oneOf(writing, column, "integer", ids);
  const isByModification = order === "modified";
  return [
    ...asked(isByModification ? window?.from : undefined, (from) => `at >= ${bind(from)}`),
    ...asked(isByModification ? window?.to : undefined, (to) => `at < ${bind(to)}`),
    ...asked(isByModification ? undefined : modifiedSince, (since) => `modified_at >= ${bind(since)}`),
    ...asked(ratings, among("rating")),
    ...asked(filter.locationIds, among("location_id")),
    ...asked(filter.providerIds, among("provider_id")),
    ...asked(filter.members, ({ locationIds, providerIds }) => {
      return `(${among("location_id")(locationIds)} OR ${among("provider_id")(providerIds)})`;
    }),
  ];
}

/** The condition that a row of `feed` has one of the custom fields with these keys. */
export const hasField = (writing: Writing, keys: readonly string[]): string =>
  `EXISTS (SELECT 1 FROM feed_fields WHERE ${writing.own} AND kind = feed.kind AND id = feed.id
    AND ${oneOf(writing, "key", "text", keys)})`;

const oneOf = (
  { dialect, bind }: Writing,
  column: string,
  kind: "integer" | "text",
  values: readonly (string | number)[],
) => dialect.oneOf(column, kind, bind(dialect.list(values)));

const asked = <T>(value: T | undefined, condition: (value: T) => string): string[] =>
  value === undefined ? [] : [condition(value)];
