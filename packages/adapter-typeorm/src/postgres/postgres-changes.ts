import {
  type AccountId,
  type ChangeSlice,
  cursorExpired,
  type FeedBatch,
  type FeedList,
  type Instant,
  type Progress,
  type PublicList,
  type Reached,
} from "@repute/domain";
import type { ClientBase } from "pg";
import type { Session } from "../engine.js";
import {
  beforeResponses,
  beginningAfter,
  type ChangePosition,
  changesUpTo,
  copyUpTo,
  feedLists,
  isAmong,
  isLost,
  listsLeft,
  nextResponses,
} from "../lists/change-position.js";
import { deletionIn, entryIn, maxInteger, type Position, type PositionRange } from "../lists/list-query.js";
import { inflated, type PackedStep, together } from "../segments/segment-batches.js";
import { changesHaveTails, copyCourse, isSealed, rangeOfSegment, type Run } from "../segments/segment.js";
import type { ListStatement } from "./list-portal.js";
import type { PostgresConnection } from "./postgres-connection.js";
import { postgresDialect } from "./postgres-dialect.js";
import { listStatement, pageStatement, rowsOf, runOf, type Sealed, segmentsIn } from "./postgres-feed-rows.js";
import type { Trace } from "./postgres-session.js";

/** Watermark row of an account: the time of its last change, and its revisions. */
type State = { readonly at: number; readonly revision: number; readonly sweptRevision: number };

/** Reads changes on a connection that is in a transaction. */
export async function* changeBatches(
  connection: PostgresConnection,
  account: AccountId,
  slice: ChangeSlice,
  trace?: Trace,
): AsyncGenerator<FeedBatch, void> {
  const { client, session } = connection;
  const [state] = (await session.query(stateOf, [account])) as unknown as readonly State[];
  if (!state || (slice.after && isLost(state, slice.after))) throw cursorExpired();
  const legs = await readPartsOf(connection, account, slice, state, trace);
  const { parts, reached } = await pageIn(client, legs, slice.limit, state, trace);
  const watermark = state.at as Instant;
  let first: Reached | undefined = reached;
  const requested = slice.separator ?? ",";
  const steps = stepsOf(client, parts, requested, trace);
  for await (const batch of slice.packed ? together(steps) : inflated(steps, { stored: "\n", requested })) {
    yield { ...batch, watermark, ...(first && { reached: first }) };
    first = undefined;
  }
  if (first) yield { count: 0, json: new Uint8Array(), watermark, reached: first };
}

const stateOf = `SELECT at, revision, swept_revision AS "sweptRevision" FROM watermarks WHERE account_id = $1`;

/**
 * Part of a read that contains single rows. `read` selects all rows, or the first `limit` rows.
 * `end` selects the positions of row number `limit` and of the row after it.
 */
type RowPart = {
  read(limit?: number): ListStatement;
  end(limit: number): ListStatement;
  reachedAt(row: Position & ChangePosition): Progress;
};

/**
 * Part of a read that contains segments, oldest first. `rest` returns the rows of all segments from index `from` on.
 */
type SegmentPart = {
  readonly sealed: Sealed;
  readonly run: Run;
  rest(from: number): RowPart;
  reachedAt(position: Position): Progress;
};

type ReadPart = RowPart | SegmentPart;

/**
 * Returns the parts of a read in order. Lists that a copy has not read yet come first, each from oldest to newest.
 * Later changes follow.
 */
async function readPartsOf(
  { client, session }: PostgresConnection,
  account: AccountId,
  { lists, after }: ChangeSlice,
  { revision }: { readonly revision: number },
  trace?: Trace,
): Promise<readonly ReadPart[]> {
  const from = after ?? { phase: "copy", revision };
  const legs: ReadPart[] = [];
  if (from.phase === "copy") {
    const all = feedLists(lists, await responsesOf(session, account));
    const copied = { client, account, upTo: from.revision, trace };
    for (const one of listsLeft(all, from)) legs.push(...(await copyParts(copied, one)));
  }
  const range = { after: beginningAfter(from), ...(lists && { lists }) };
  if (after)
    legs.push({
      read: (limit) => changeStatement(account, range, limit),
      end: (limit) => changePageStatement(account, range, limit),
      reachedAt: changesUpTo,
    });
  return legs;
}

type Copied = {
  readonly client: ClientBase;
  readonly account: AccountId;
  readonly upTo: number;
  readonly trace: Trace | undefined;
};

/** Returns a list for a first copy, split into parts. Excludes entries that changed after the copy began. */
async function copyParts(
  { client, account, upTo, trace }: Copied,
  { list, after }: ReturnType<typeof listsLeft>[number],
): Promise<readonly ReadPart[]> {
  const reachedAt = (position: Position) => copyUpTo(upTo, list, position);
  const loose = (bounds: PositionRange): RowPart => {
    const slice = { order: "oldest", change: true, upTo } as const;
    return {
      read: (limit) =>
        listStatement(account, list, { ...slice, ...(limit !== undefined && { page: { limit } }) }, bounds),
      end: (limit) => pageStatement(account, list, slice, limit, bounds),
      reachedAt,
    };
  };
  if (!isSealed(list)) return [loose({ after, last: undefined })];
  const sealed = { account, list, form: { withTail: changesHaveTails(list), changesUpTo: upTo } };
  const segments = await segmentsIn(client, sealed, { after: undefined, last: after }, maxInteger, trace);
  return copyCourse(after, segments).map((part): ReadPart => {
    if ("loose" in part) return loose(part.loose);
    const { segments: run } = part;
    const ranges = run.map(rangeOfSegment);
    const rest = (from: number) => loose({ after: ranges[from]?.after, last: ranges.at(-1)?.last });
    return { sealed, run, rest, reachedAt };
  });
}

async function responsesOf({ query }: Session, account: AccountId): Promise<FeedList[]> {
  const found: FeedList[] = [];
  for (let after = beforeResponses; ;) {
    const [next] = await query(nextResponses("$1", "$2"), [account, after]);
    const list = next?.["list"] as FeedList | null | undefined;
    if (!list) return found;
    found.push(list);
    after = list;
  }
}

/** Range of changes to read, optionally limited to some lists. */
type ChangeRange = { readonly lists?: readonly PublicList[]; readonly after: ChangePosition };

const changeOrder = "revision, list, kind, id";

/** Returns a statement that selects changes, one per row. `limit` is the maximum number of rows. */
const changeStatement = (account: AccountId, range: ChangeRange, limit?: number): ListStatement =>
  changesWritten(account, range, ({ rows, bind }) => {
    const items = rows(
      `${entryIn({ change: true }, postgresDialect)} AS item`,
      `${deletionIn(postgresDialect)} AS item`,
    );
    return `SELECT item FROM (${items}) AS kept ORDER BY ${changeOrder}${limit === undefined ? "" : ` LIMIT ${bind(limit)}`}`;
  });

/**
 * Returns a statement that finds the end of a page.
 * It selects the positions of change number `limit` and of the next change.
 */
const changePageStatement = (account: AccountId, range: ChangeRange, limit: number): ListStatement =>
  changesWritten(account, range, ({ rows, bind }) => {
    const places = rows();
    return `SELECT ${changeOrder} FROM (${places}) AS kept ORDER BY ${changeOrder} LIMIT 2 OFFSET ${bind(limit - 1)}`;
  });

type ChangeWriting = {
  /** Selects entries and deletions as two sorted sets, so that PostgreSQL can merge them without a sort. */
  rows(entry?: string, tombstone?: string): string;
  bind(value: string | number): string;
};

function changesWritten(
  account: AccountId,
  { lists, after }: ChangeRange,
  write: (writing: ChangeWriting) => string,
): ListStatement {
  const values: string[] = [];
  const bind = (value: string | number) => `$${values.push(String(value))}`;
  const own = `account_id = ${bind(account)}`;
  const { revision, list, kind, id } = after;
  const beyond = `(${changeOrder}) > (${[revision, list, kind, id].map(bind).join(", ")})`;
  const among = lists && isAmong(lists, postgresDialect, `$${values.length + 1}`);
  if (among) bind(among.value);
  const where = [own, beyond, ...(among ? [among.condition] : [])].join(" AND ");
  const branch = (table: string, column: string | undefined) =>
    `(SELECT ${column === undefined ? changeOrder : `${changeOrder}, ${column}`} FROM ${table} WHERE ${where} ORDER BY ${changeOrder})`;
  const text = write({
    rows: (entry, tombstone) => `${branch("feed", entry)} UNION ALL ${branch("feed_tombstones", tombstone)}`,
    bind,
  });
  return { text, values };
}

/** Source of the rows to send: either a statement or stored segments. */
type Part = ListStatement | { readonly sealed: Sealed; readonly run: Run };

/** Content of a page of changes, and the progress that a copy has made after it stores the page. */
type Page = { readonly parts: readonly Part[]; readonly reached: Reached };

type Ask = <Row>(statement: ListStatement) => Promise<readonly Row[]>;

/** Returns a page of changes with the first `limit` rows, or with all rows if `limit` is undefined. */
async function pageIn(
  client: ClientBase,
  legs: readonly ReadPart[],
  limit: number | undefined,
  { revision }: { readonly revision: number },
  trace?: Trace,
): Promise<Page> {
  const all: Reached = { phase: "changes", revision, hasMore: false };
  if (limit === undefined) return { parts: legs.map((part) => ("run" in part ? part : part.read())), reached: all };
  const ask = async <Row>({ text, values }: ListStatement): Promise<readonly Row[]> => {
    trace?.(text, values);
    // Do not name the statement, so that PostgreSQL plans it for the bound values.
    return (await client.query(text, [...values])).rows as Row[];
  };
  const parts: Part[] = [];
  let left = limit;
  for (const [index, part] of legs.entries()) {
    const contribution = "run" in part ? await takeSegments(ask, part, left) : await takeRows(ask, part, left);
    parts.push(...contribution.parts);
    left -= contribution.count;
    const { last } = contribution;
    if (!last) continue;
    const hasMore = contribution.hasMore || (await anyOf(ask, legs.slice(index + 1)));
    return { parts, reached: hasMore ? { ...last, hasMore } : all };
  }
  return { parts, reached: all };
}

/**
 * Rows of a page that come from one part of a read.
 * If the page ends in this part, `last` is the position of the page's last row.
 */
type Contribution = {
  readonly parts: readonly Part[];
  readonly count: number;
  readonly last?: Progress;
  readonly hasMore?: boolean;
};

async function takeRows(ask: Ask, part: RowPart, left: number): Promise<Contribution> {
  const rows = part.read(left);
  const [end, next] = await ask<Position & ChangePosition>(part.end(left));
  if (!end) return { parts: [rows], count: await countOf(ask, rows) };
  return { parts: [rows], count: left, last: part.reachedAt(end), hasMore: next !== undefined };
}

/** Adds complete segments while they fit into the page, and then single rows of the next segment. */
async function takeSegments(ask: Ask, part: SegmentPart, left: number): Promise<Contribution> {
  const whole: Run[number][] = [];
  let count = 0;
  for (const segment of part.run) {
    if (count + segment.count > left) break;
    whole.push(segment);
    count += segment.count;
  }
  const last = whole.at(-1);
  const parts = last ? [{ sealed: part.sealed, run: whole as unknown as Run }] : [];
  const hasMore = whole.length < part.run.length;
  if (last && count === left) return { parts, count, last: part.reachedAt(last.first), hasMore };
  if (!hasMore) return { parts, count };
  const rest = await takeRows(ask, part.rest(whole.length), left - count);
  return { ...rest, parts: [...parts, ...rest.parts], count: left };
}

async function anyOf(ask: Ask, legs: readonly ReadPart[]): Promise<boolean> {
  for (const part of legs) if ("run" in part || (await ask(part.end(1))).length > 0) return true;
  return false;
}

async function countOf(ask: Ask, { text, values }: ListStatement): Promise<number> {
  const counted = { text: `SELECT count(*)::int AS count FROM (${text}) AS counted`, values };
  const [{ count = 0 } = {}] = await ask<{ readonly count: number }>(counted);
  return count;
}

async function* stepsOf(
  client: ClientBase,
  parts: readonly Part[],
  separator: string,
  trace?: Trace,
): AsyncGenerator<PackedStep, void> {
  for (const part of parts) {
    if ("run" in part) yield* runOf(client, part.sealed, part.run, trace);
    else yield* rowsOf(client, part, separator, trace);
  }
}
