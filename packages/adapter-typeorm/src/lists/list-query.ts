import { createHash } from "node:crypto";
import {
  type FeedBatch,
  type FeedFilter,
  type FeedList,
  type FeedSlice,
  type Instant,
  publicListOf,
  responsesPrefix,
} from "@repute/domain";
import type { ColumnKind, Dialect } from "../engine.js";

/** Position in the sort order of a list. A position is valid even if no row has this position. */
export type Position = { readonly at: number; readonly kind: number; readonly id: number };

/** Range of rows with an exclusive start `after` and an inclusive end `last`. An undefined bound means unbounded. */
export type RangeOf<P> = { readonly after: P | undefined; readonly last: P | undefined };
export type PositionRange = RangeOf<Position>;

export const { MAX_SAFE_INTEGER: maxInteger, MIN_SAFE_INTEGER: minInteger } = Number;

/** The position after all rows. */
export const newest: Position = { at: maxInteger, kind: maxInteger, id: maxInteger };

/** Returns true if a slice is read in descending order. */
export const isDescending = ({ order = "newest" }: FeedSlice): boolean => order === "newest";

/**
 * Returns the range of rows in a slice, from its time window and the start of its page.
 * The page limit has no effect on the range.
 */
export function positionRangeOf(slice: FeedSlice): PositionRange {
  const { window = {}, modifiedSince, order = "newest", page } = slice;
  const [start, end] = {
    newest: [window.to, window.from],
    oldest: [window.from, window.to],
    modified: [modifiedSince, undefined],
  }[order];
  const [after, last] = [start, end].map((at) => (at === undefined ? undefined : beforeAllAt(at)));
  return { after: later(slice, after, page?.after), last };
}

/** Returns the position before all rows with a given time. No row has this exact position. */
const beforeAllAt = (at: number): Position => ({ at, kind: minInteger, id: minInteger });

function later(slice: FeedSlice, a: Position | undefined, b: Position | undefined): Position | undefined {
  if (!a || !b) return a ?? b;
  const isFurther = byPosition(a, b) > 0 !== isDescending(slice);
  return isFurther ? a : b;
}

/** Compares two positions in ascending order, for sorting. */
export const byPosition = (a: Position, b: Position): number => a.at - b.at || a.kind - b.kind || a.id - b.id;

/** Slice of a list, with its output format. */
export type SliceForm = FeedSlice &
  ItemForm & {
    /** Excludes entries that changed after this revision. */
    readonly upTo?: number;
    /** True if at most `maxFewChanges` entries of the list match `modifiedSince`. */
    readonly hasFewChanges?: boolean;
  };

/** Output format of a feed entry: the item, or a change that contains the item. */
export type ItemForm = Pick<FeedSlice, "tail" | "keyed"> & { readonly change?: boolean };

/** Context for building a SQL statement about one list of one account. */
export type Writing = {
  readonly dialect: Dialect;
  readonly list: FeedList;
  /** SQL condition that a row belongs to the list. Every WHERE clause starts with this condition. */
  readonly own: string;
  /** Binds a value to the statement and returns its placeholder. */
  bind(value: string | number): string;
};

/** Index and conditions for reading the rows of a slice. */
type AccessPath = {
  readonly table: "feed" | "feed_fields";
  /** Name of the index to read. If omitted, the table is read in primary key order. */
  readonly index?: string;
  /** Time column by which the rows are sorted. Rows with equal times are sorted by `kind` and `id`. */
  readonly time: "at" | "modified_at";
  /** SQL conditions that divide the rows into disjoint sets. Each set is read in order, and the results are merged. */
  readonly branches: readonly string[];
  /** Additional SQL conditions on the rows of `feed`. */
  readonly conditions: readonly string[];
  /** True if the index does not return the rows in the requested order. The database must then sort them. */
  readonly isUnsorted?: boolean;
};

/** Maximum number of changed entries to sort. Sorting more entries would delay the first byte of a list. */
export const maxFewChanges = 5_000;

/** Maximum number of row sets to merge. Merging more sets would take longer than reading all rows of the list. */
const maxBranches = 8;

/**
 * Returns the access path that reads the fewest rows.
 * Prefers few changed entries, then a custom field with few requested values, then few providers.
 * Otherwise reads all rows of the list.
 */
export function accessPathOf(writing: Writing, slice: SliceForm): AccessPath {
  const { order, filter = {}, modifiedSince, hasFewChanges } = slice;
  const { fields = [], providerIds, ...rest } = filter;
  const field = fields.find(({ values }) => isShort(values));
  if (order === "modified") return { ...allRows(writing, slice), index: "feed_by_modification", time: "modified_at" };
  if (hasFewChanges && modifiedSince !== undefined) return changedRows(writing, slice, modifiedSince);
  if (field) {
    const others = { ...filter, fields: fields.filter((one) => one !== field) };
    return {
      table: "feed_fields",
      index: "feed_fields_by_key",
      time: "at",
      branches: branchesOf(writing, "key", fieldKeys(writing.list, field)),
      conditions: conditionsOf(writing, { ...slice, filter: others }),
    };
  }
  if (!isShort(providerIds)) return allRows(writing, slice);
  return {
    ...allRows(writing, { ...slice, filter: { ...rest, fields } }),
    index: "feed_by_provider",
    branches: branchesOf(writing, "provider_id", providerIds),
  };
}

const allRows = (writing: Writing, slice: SliceForm): AccessPath => ({
  table: "feed",
  time: "at",
  branches: ["true"],
  conditions: conditionsOf(writing, slice),
});

/** Reads the changed rows through the index of changes. The database must then sort the rows. */
function changedRows(writing: Writing, { modifiedSince: _, ...others }: SliceForm, since: number): AccessPath {
  const branches = [`modified_at >= ${writing.bind(since)}`];
  return { ...allRows(writing, others), index: "feed_by_modification", branches, isUnsorted: true };
}

const isShort = <T>(values: readonly T[] | undefined): values is readonly T[] =>
  values !== undefined && values.length <= maxBranches;

function branchesOf({ bind }: Writing, column: string, values: readonly (string | number)[]): string[] {
  const branches = [...new Set(values)].map((value) => `${column} = ${bind(value)}`);
  return branches.length > 0 ? branches : [`${column} = NULL`];
}

/** Returns the SQL conditions for rows of `feed` in a slice. The range of the sort column is not included. */
export function conditionsOf(writing: Writing, slice: FeedSlice & { readonly upTo?: number }): string[] {
  const { filter = {}, ratings } = slice;
  const { locationIds, providerIds, members, fields = [] } = filter;
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
      fields: fields.map((field) => hasField(writing, fieldKeys(writing.list, field))),
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

type RequestedField = NonNullable<FeedFilter["fields"]>[number];

/**
 * Returns the lookup key of a custom field: a short hash of list, name and value.
 * The strings themselves are stored only in the records and the feed.
 */
export const fieldKey = (list: FeedList, name: string, value: string): string =>
  createHash("sha256")
    .update(JSON.stringify([list, name, value]))
    .digest("base64url")
    .slice(0, 22);

/** Returns one lookup key per requested value of a custom field. */
const fieldKeys = (list: FeedList, { name, values }: RequestedField): string[] =>
  values.map((value) => fieldKey(list, name, value));

/** Maximum size of a change in bytes, without the item that it contains. */
const maxOverhead = 250;

/** Returns true if items are read exactly as stored. */
export const isAsStored = ({ tail, keyed, change }: ItemForm): boolean => !tail && !keyed && !change;

/** Returns a SQL expression for the maximum length of an entry in an output format, in bytes. */
export function lengthOf(form: ItemForm): string {
  if (isAsStored(form)) return "length(item)";
  const tail = form.tail || form.change ? " + coalesce(length(tail) + 1, 0)" : "";
  const keys = form.keyed || form.change ? ` + coalesce(length(keys) + 1, 0) + ${maxOverhead}` : "";
  return `length(item)${tail}${keys}`;
}

/**
 * Returns a SQL expression for an entry of `feed` in an output format.
 * The result is bytes, because the database would otherwise spend time on decoding strings.
 */
export function entryIn(form: ItemForm, dialect: Dialect, list?: FeedList): string {
  const { jsonBytes, isoInstant } = dialect;
  const literal = (text: string) => jsonBytes({ literal: text });
  const text = (expression: string) => jsonBytes({ text: expression });
  const separatedIf = (condition: string) => `CASE WHEN ${condition} THEN ${literal(",")} ELSE ${literal("")} END`;
  const separated = separatedIf("length(item) > 2");
  const hasTail = form.tail || form.change;
  const whole = hasTail
    ? `CASE WHEN tail IS NULL THEN item ELSE substr(item, 1, length(item) - 1) || ${separated} || tail || ${literal("}")} END`
    : "item";
  const after = hasTail ? separatedIf("(length(item) > 2 OR tail IS NOT NULL)") : separated;
  const id = "coalesce(name, CAST(id AS TEXT))";
  if (form.change) {
    const head = headOf(list, id, "upsert", text(isoInstant("changed_at")), { literal, text });
    const item = `CASE WHEN keys IS NULL THEN ${whole}
      ELSE ${literal("{")} || keys || ${after} || substr(${whole}, 2) END`;
    return `${head} || ${literal(',"item":')} || (${item}) || ${literal("}")}`;
  }
  if (!form.keyed) return whole;
  return `${literal('{"_id":"')} || ${text(id)} || ${literal('","_changed_at":"')} || ${text(isoInstant("changed_at"))}
    || ${literal('"')} || CASE WHEN keys IS NULL THEN ${literal("")} ELSE ${literal(",")} || keys END
    || ${after} || substr(${whole}, 2)`;
}

/** Returns a SQL expression that renders a row of `feed_tombstones` as a change. */
export function deletionIn({ jsonBytes, isoInstant }: Dialect): string {
  const literal = (text: string) => jsonBytes({ literal: text });
  const text = (expression: string) => jsonBytes({ text: expression });
  return `${headOf(undefined, "public_id", "delete", text(isoInstant("changed_at")), { literal, text })} || ${literal("}")}`;
}

type Spelling = Readonly<Record<"literal" | "text", (text: string) => string>>;

/**
 * Returns a SQL expression for the first members of a change. If `list` is undefined, each row contains its list name.
 */
function headOf(list: FeedList | undefined, id: string, op: string, time: string, { literal, text }: Spelling): string {
  const begin =
    list === undefined ? `${literal('{"list":"')} || ${text(publicList)}` : literal(`{"list":"${publicListOf(list)}`);
  return `${begin} || ${literal('","id":"')} || ${text(id)} || ${literal(`","op":"${op}","changed_at":"`)} || ${time}
    || ${literal('"')}`;
}

const publicList = `CASE WHEN substr(list, 1, ${responsesPrefix.length}) = '${responsesPrefix}' THEN '${publicListOf("responses/1")}'
  ELSE list END`;

/** State of an account in the snapshot from which a list is read. */
export type AccountState = Pick<FeedBatch, "watermark" | "epoch">;

/** Row with the state of an account. `epoch` is null if the account has no valid epoch. */
export type StateRow = { readonly watermark: number | null; readonly epoch: string | null };

/** Converts a row with the state of an account. An account that has published nothing has no row. */
export const accountStateIn = ({ watermark, epoch }: StateRow = { watermark: null, epoch: null }): AccountState => ({
  watermark: (watermark ?? 0) as Instant,
  ...(epoch !== null && { epoch }),
});
