import {
  type AccountId,
  type ChangeSlice,
  cursorExpired,
  type FeedBatch,
  type FeedList,
  type Instant,
  type Progress,
  type Reached,
} from "@repute/domain";
import {
  beforeResponses,
  beginningAfter,
  type ChangePosition,
  changesUpTo,
  copyUpTo,
  feedLists,
  isAmong,
  isLost,
  lastOfAll,
  listsLeft,
  nextResponses,
} from "../lists/change-position.js";
import { deletionIn, entryIn, lengthOf, type Position, type RangeOf } from "../lists/list-query.js";
import { inflated, type PackedStep, together } from "../segments/segment-batches.js";
import { changesHaveTails, copyCourse, isSealed, rangeOfSegment } from "../segments/segment.js";
import type { Bound, ListConnection } from "./sqlite-connection.js";
import { sqliteDialect } from "./sqlite-dialect.js";
import {
  type Gathered,
  legOf,
  listStatements,
  packedStep,
  pageOf,
  type ReadPart,
  retainedRows,
  segmentStatements,
  type SegmentStatements,
  type Steps,
  type StoredSegment,
} from "./sqlite-feed-rows.js";

type Pause = () => Promise<void>;

/** Watermark row of an account: the time of its last change, and its revisions. */
type State = { readonly at: number; readonly revision: number; readonly sweptRevision: number };

/** Reads changes on a connection that is in a transaction. */
export async function* changeBatches(
  connection: ListConnection,
  account: AccountId,
  slice: ChangeSlice,
  pause: Pause,
): AsyncGenerator<FeedBatch, void> {
  const state = connection.prepare(stateOf).get({ account }) as State;
  if (slice.after && isLost(state, slice.after)) throw cursorExpired();
  const { legs, reached } = await pageIn(readPartsOf(connection, account, slice, state), slice.limit, state, pause);
  const watermark = state.at as Instant;
  let first: Reached | undefined = reached;
  const separators = { stored: "\n", requested: slice.separator ?? "," } as const;
  const steps = stepsOf(legs);
  for await (const batch of slice.packed ? together(steps) : inflated(steps, separators)) {
    if (batch.count > 0) {
      yield { ...batch, watermark, ...(first && { reached: first }) };
      first = undefined;
    }
    await pause();
  }
  if (first) yield { count: 0, json: new Uint8Array(), watermark, reached: first };
}

const stateOf = `SELECT at, revision, swept_revision AS "sweptRevision" FROM watermarks WHERE account_id = @account`;

/**
 * Returns the parts of a read in order. Lists that a copy has not read yet come first, each from oldest to newest.
 * Later changes follow.
 */
function readPartsOf(
  connection: ListConnection,
  account: AccountId,
  { lists, after, separator = "," }: ChangeSlice,
  { revision }: State,
): readonly ReadPart<Progress>[] {
  const from = after ?? { phase: "copy", revision };
  const form = { separator, ...(lists && { lists }) };
  const copies = from.phase === "copy" ? copiesOf(connection, account, form, { from, revision }) : [];
  if (!after) return copies;
  const changes = changeStatements(connection, account, form);
  return [...copies, legOf(changes, { after: beginningAfter(from), last: undefined }, changesUpTo)];
}

type CopyState = { readonly from: Progress; readonly revision: number };

/** Returns the remaining lists of a first copy, split into parts. Excludes entries that changed after the copy began. */
function copiesOf(
  connection: ListConnection,
  account: AccountId,
  { lists, separator = "," }: ChangeSlice,
  { from, revision }: CopyState,
): readonly ReadPart<Progress>[] {
  const upTo = from.revision;
  const form = { order: "oldest", change: true, separator, ...(upTo < revision && { upTo }) } as const;
  const left = listsLeft(feedLists(lists, responsesOf(connection, account)), from);
  return left.flatMap(({ list, after }) => {
    const copied = {
      rows: listStatements(connection, account, list, form),
      endOf: (end: Position) => copyUpTo(upTo, list, end),
    };
    if (!isSealed(list)) return [legOf(copied.rows, { after, last: undefined }, copied.endOf)];
    const sealed = { withTail: changesHaveTails(list), changesUpTo: upTo };
    return segmentParts(copied, segmentStatements(connection, account, list, sealed), after);
  });
}

function responsesOf(connection: ListConnection, account: AccountId): FeedList[] {
  const next = connection.prepare(nextResponses("@account", "@after"));
  const found: FeedList[] = [];
  for (let after = beforeResponses; ;) {
    const { list } = next.get({ account, after }) as { readonly list: FeedList | null };
    if (list === null) return found;
    found.push(list);
    after = list;
  }
}

/** Rows of a list to copy, oldest first. `endOf` returns the progress after the row at a position is copied. */
type Copied<End> = { readonly rows: Steps<Position>; readonly endOf: (position: Position) => End };

/** Divides a list into parts, starting after a position. Each part is one segment, or the rows between two segments. */
const segmentParts = <End>(
  copied: Copied<End>,
  segments: SegmentStatements,
  after: Position | undefined,
): readonly ReadPart<End>[] =>
  copyCourse(after, segments.beginningIn({ after: undefined, last: after })).flatMap((part) =>
    "loose" in part
      ? [legOf(copied.rows, part.loose, copied.endOf)]
      : part.segments.map((segment) => segmentPart(copied, segments, segment)),
  );

/** Reads one segment of a list. The segment stays compressed, unless a page ends inside it. */
function segmentPart<End>(
  { rows, endOf }: Copied<End>,
  segments: SegmentStatements,
  segment: StoredSegment,
): ReadPart<End> {
  const { count } = segment;
  const bounds = rangeOfSegment(segment);
  const whole: ReadPart<End> = {
    *search() {
      yield {
        count,
        at(index) {
          const last = index === count - 1 ? segment.first : (rows.positionOf(bounds, index + 1) ?? segment.first);
          return { end: endOf(last), part: index === count - 1 ? whole : legOf(rows, { ...bounds, last }, endOf) };
        },
      };
    },
    *walk() {
      yield { ...packedStep(segments, segment), isLast: true };
    },
  };
  return whole;
}

/** SQL expressions by column name. Each column has one expression for entries and one for deletions. */
type Values = Readonly<Record<string, { readonly entry: string; readonly tombstone: string }>>;

const changeOrder = "revision, list, kind, id";

const entryLength = lengthOf({ change: true });

const deletion = `CAST(${deletionIn(sqliteDialect)} AS BLOB)`;

/** Prepares statements that read changes in revision order. A change is either a current entry or a deletion. */
function changeStatements(
  connection: ListConnection,
  account: AccountId,
  { lists, separator = "," }: Pick<ChangeSlice, "lists" | "separator">,
): Steps<ChangePosition> {
  const listFilter = lists && isAmong(lists, sqliteDialect, "@lists");
  const ofRow = (value: string) => (listFilter ? `iif(${listFilter.condition}, ${value}, NULL)` : value);
  const rows = (values: Values) => {
    const branch = (table: "feed" | "feed_tombstones") => {
      const columns = Object.entries(values).map(
        ([name, { entry, tombstone }]) => `, ${ofRow(table === "feed" ? entry : tombstone)} AS ${name}`,
      );
      return `SELECT ${changeOrder}${columns.join("")} FROM ${table}${table === "feed" ? " INDEXED BY feed_by_revision" : ""}
        WHERE account_id = @account AND (${changeOrder}) > (@afterRevision, @afterList, @afterKind, @afterId)
          AND (${changeOrder}) <= (@lastRevision, @lastList, @lastKind, @lastId)`;
    };
    return `${branch("feed")} UNION ALL ${branch("feed_tombstones")} ORDER BY ${changeOrder}`;
  };
  const item = { entry: `CAST(${entryIn({ change: true }, sqliteDialect)} AS BLOB)`, tombstone: deletion };
  const first = connection.prepare(
    `SELECT count(*) AS rows, count(item) AS count, max(length(item)) AS longest, NULL AS at,
       CAST(group_concat(item, @separator) FILTER (WHERE length(item) <= @longest) AS BLOB) AS json
     FROM (${rows({ item })} LIMIT @rows)`,
  );
  const position = connection.prepare(`${rows({})} LIMIT 1 OFFSET @skipped`);
  const one = { entry: "1", tombstone: "1" };
  const matching = connection.prepare(
    `SELECT ${changeOrder} FROM (${rows({ kept: one })} LIMIT @rows) WHERE kept IS NOT NULL ORDER BY ${changeOrder}`,
  );
  const size = { entry: `${entryLength} + 1`, tombstone: "251" };
  const measure = connection.prepare(
    `SELECT count(size) AS count, coalesce(sum(size), 0) AS bytes FROM (${rows({ size })})`,
  );
  const bind = ({ after, last }: RangeOf<ChangePosition>): Bound => ({
    account,
    ...namedChange("after", after ?? { revision: 0, list: "", kind: 0, id: 0 }),
    ...namedChange("last", last ?? lastOfAll),
  });
  const lists_ = listFilter ? { lists: listFilter.value } : {};
  return {
    gatherFirst: (bounds, count, longest) =>
      first.get({ ...bind(bounds), ...lists_, separator, rows: count, longest }) as Gathered,
    soleAt: () => undefined,
    positionOf: (bounds, count) => position.get({ ...bind(bounds), skipped: count - 1 }) as ChangePosition | undefined,
    retainFirst: (bounds, count) =>
      retainedRows(matching.all({ ...bind(bounds), ...lists_, rows: count }) as ChangePosition[]),
    measure: (bounds) =>
      measure.get({ ...bind(bounds), ...lists_ }) as { readonly count: number; readonly bytes: number },
  };
}

const namedChange = (name: "after" | "last", { revision, list, kind, id }: ChangePosition): Bound => ({
  [`${name}Revision`]: revision,
  [`${name}List`]: list,
  [`${name}Kind`]: kind,
  [`${name}Id`]: id,
});

async function pageIn(
  legs: readonly ReadPart<Progress>[],
  limit: number | undefined,
  { revision }: State,
  pause: Pause,
) {
  const all: Reached = { phase: "changes", revision, hasMore: false };
  if (limit === undefined) return { legs, reached: all };
  const search = pageOf(legs, limit);
  for (;;) {
    const step = search.next();
    if (step.done) {
      const { legs: ofPage, next } = step.value;
      return { legs: ofPage, reached: next ? { ...next, hasMore: true } : all };
    }
    await pause();
  }
}

function* stepsOf(legs: readonly ReadPart<Progress>[]): Generator<PackedStep, void> {
  for (const part of legs) yield* part.walk();
}
