import { setImmediate, setImmediate as turn } from "node:timers/promises";
import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";
import type { AccountId, FeedList, FeedSealer, Instant, PackedItems, SealOptions } from "@repute/domain";
import type { Engine, RawRow, Session } from "../engine.js";
import { freeBuffers } from "../lists/free-buffers.js";
import { byPosition, entryIn, type ItemForm, maxInteger, minInteger, type Position } from "../lists/list-query.js";
import { type SegmentedList, segmentsFrom } from "./feed-segments.js";
import { sealOutcomes } from "./outcome-spans.js";
import { changesHaveTails, followsAtOnce, isSealed, type Segment, segmentColumns, segmentValues } from "./segment.js";

/**
 * Default segment size in bytes. Combining shorter segments would take longer than reading their rows.
 * Longer segments would slow down writes, because a write deletes the segments that it affects.
 */
const usual = 500_000;

/**
 * Maximum time to wait for running list reads before each segment is sealed, in milliseconds.
 * Sealing during reads needs more memory and slows down both.
 */
const patience = 1_000;

/** Stores parts of lists as compressed segments. Worker threads of Node.js compress the parts. */
export function listSealer({ read, write, idle }: Pick<Engine, "read" | "write" | "idle">): FeedSealer {
  async function sealList(
    account: AccountId,
    list: FeedList,
    withTail: boolean,
    { onSegment, isStopping, bytes: wanted = usual }: SealOptions,
  ): Promise<number> {
    let sealed = 0;
    for (let after: Portion["end"] | undefined; ;) {
      await idle(patience);
      const portion = await read(account, (session) =>
        loosePortion(session, { account, list, withTail, after, wanted }),
      );
      if (!portion || isStopping?.()) return sealed;
      if (portion.json) {
        const packed = await packedForms(portion.json, portion.changes);
        freeBuffers(portion.json, portion.changes);
        const sealing = { account, list, withTail, portion, ...packed };
        if (await write(account, (session) => storeSegment(session, sealing))) {
          sealed += 1;
          onSegment?.();
        }
        freeBuffers(packed.items.deflated, packed.changes?.deflated);
      }
      after = portion.end;
      await setImmediate();
    }
  }

  return {
    async seal(account, options = {}) {
      const lists = await read(account, (session) => sealedLists(session, account, options.restingSince));
      if (!lists) return 0;
      await sealOutcomes({ read, write }, account, options);
      let sealed = 0;
      for (const list of lists) {
        for (const withTail of list.startsWith("responses/") ? [false, true] : [false]) {
          sealed += await sealList(account, list, withTail, options);
        }
      }
      return sealed;
    },
  };
}

/**
 * Returns an account's lists that should be sealed.
 * If the account has published anything after `restingSince`, returns undefined.
 */
async function sealedLists(
  session: Session,
  account: AccountId,
  restingSince: Instant | undefined,
): Promise<readonly FeedList[] | undefined> {
  const [watermark] = await session.query("SELECT at FROM watermarks WHERE account_id = $1", [account]);
  if (!watermark || (restingSince !== undefined && Number(watermark["at"]) > restingSince)) return undefined;
  const lists: FeedList[] = [];
  for (let after = ""; ;) {
    const sql = "SELECT list FROM feed WHERE account_id = $1 AND list > $2 ORDER BY list LIMIT 1";
    const [row] = await session.query(sql, [account, after]);
    if (!row) return lists.filter(isSealed);
    after = row["list"] as string;
    lists.push(after as FeedList);
  }
}

/** Search for entries of a list that are not in a segment yet. */
type LooseSearch = SegmentedList & {
  /** Position from which the search continues. If undefined, the search starts with the newest entry. */
  readonly after: Position | undefined;
  /** Approximate segment size in bytes. */
  readonly wanted: number;
};

/** Range of a list that no segment contains. */
type Portion = {
  /** Position from which to continue the search after this range. */
  readonly end: Position;
  /** Items of the range, as content for a segment. Omitted if the range is too small for a segment. */
  readonly json?: Uint8Array;
  /**
   * Items of the range as changes, one per line, oldest first.
   * Omitted if the segments with the other `withTail` value contain the changes.
   */
  readonly changes?: Uint8Array;
  /** Exclusive start of the range. `until` is the exclusive end. */
  readonly beyond: Position;
  readonly until: Position;
  readonly first: Position;
  readonly last: Position;
  readonly count: number;
  /** Revision of the account when the range was read. */
  readonly revision: number;
};

/**
 * Minimum segment size as a fraction of the wanted size.
 * The minimum is higher at the newest end of a list, because more entries will follow there.
 */
const minShares = { within: 1 / 16, newest: 1 / 2 };

const maxRows = 4_000;

const rowsAtOnce = 250;

const top: Position = { at: maxInteger, kind: maxInteger, id: maxInteger };

const bottom: Position = { at: minInteger, kind: minInteger, id: minInteger };

/** Returns the next range without a segment, or undefined if segments cover the whole list. */
export async function loosePortion(session: Session, search: LooseSearch): Promise<Portion | undefined> {
  const [watermark] = await session.query("SELECT revision FROM watermarks WHERE account_id = $1", [search.account]);
  const revision = Number(watermark?.["revision"] ?? 0);
  const start = search.after ?? top;
  for await (const gap of gapsAfter(start, segmentsFrom(session, search, start))) {
    const extent = await extentIn(session, search, gap);
    if (!extent) continue;
    const { first, last, count, bytes, isAll } = extent;
    const portion = { first, last, count, revision, beyond: gap.beyond, ...endsOf(gap, last, isAll) };
    if (isAll && !isWorthwhile(gap, bytes / search.wanted)) return portion;
    return { ...portion, ...(await formsOf(session, search, portion)) };
  }
  return undefined;
}

/** Returns the exclusive end of a range, and the position from which the search continues. */
const endsOf = ({ until }: Gap, last: Position, isAll: boolean): Pick<Portion, "until" | "end"> =>
  isAll ? { until, end: until } : { until: justAfter(last), end: last };

function isWorthwhile({ beyond }: Gap, share: number): boolean {
  const isNewest = byPosition(beyond, top) === 0;
  return share >= minShares[isNewest ? "newest" : "within"];
}

type Gap = Pick<Portion, "beyond" | "until">;

/** Yields the gaps between segments, newest first. */
async function* gapsAfter(start: Position, segments: AsyncIterable<Segment>): AsyncGenerator<Gap, void> {
  let beyond = start;
  let before: Segment | undefined;
  for await (const segment of segments) {
    const begins = byPosition(segment.first, beyond) < 0;
    if (begins && !(before && followsAtOnce(before, segment))) yield { beyond, until: segment.first };
    if (byPosition(segment.last, beyond) < 0) beyond = segment.last;
    before = segment;
  }
  yield { beyond, until: bottom };
}

/** First and last entry of a range, with the number and total size of its entries. */
type Extent = Pick<Portion, "first" | "last" | "count"> & {
  readonly bytes: number;
  /** True if the range ends with the gap, instead of the wanted segment size. */
  readonly isAll: boolean;
};

const newestFirst = "ORDER BY at DESC, kind DESC, id DESC";

/**
 * Measures the entries of a gap from its start, up to the wanted segment size. Returns undefined if the gap is empty.
 * Reads a few entries at a time, so that other requests can run in between.
 */
async function extentIn(session: Session, search: LooseSearch, gap: Gap): Promise<Extent | undefined> {
  const sql = `SELECT at, kind, id FROM feed WHERE ${between} ${newestFirst} LIMIT 1`;
  const [newest] = await session.query(sql, [search.account, search.list, ...boundaries(gap)]);
  if (!newest) return undefined;
  const first = positionOf(newest);
  let [last, count, bytes] = [first, 0, 0];
  for (let rest = gap; ; rest = { ...gap, beyond: last }) {
    const next = await nextIn(session, search, rest, search.wanted - bytes);
    last = next.last ?? last;
    count += next.count;
    bytes += next.bytes;
    const isFull = bytes >= search.wanted || count >= maxRows;
    if (isFull || next.count < rowsAtOnce) return { first, last, count, bytes, isAll: !isFull };
    await turn();
  }
}

/** Measures the next entries of a gap, up to the entry with which their total size reaches `wanted` bytes. */
async function nextIn(session: Session, { account, list, withTail }: LooseSearch, gap: Gap, wanted: number) {
  const [row] = await session.query(lastWithin(withTail), [account, list, ...boundaries(gap), wanted]);
  return row
    ? { last: positionOf(row), count: Number(row["count"]), bytes: Number(row["bytes"]) }
    : { last: undefined, count: 0, bytes: 0 };
}

/**
 * Selects the last of the next entries before which their total size is below `$9`, with the number and size so far.
 * The database adds up the sizes, because reading each row into JavaScript would take most of the time.
 */
const lastWithin = (withTail: boolean): string =>
  `SELECT at, kind, id, count, bytes FROM (
    SELECT at, kind, id, size, count(*) OVER so_far AS count, sum(size) OVER so_far AS bytes FROM (
      SELECT at, kind, id, length(item) + 1${withTail ? " + coalesce(length(tail) + 1, 0)" : ""} AS size
        FROM feed WHERE ${between} ${newestFirst} LIMIT ${rowsAtOnce}) AS next
    WINDOW so_far AS (${newestFirst} ROWS UNBOUNDED PRECEDING)) AS summed
  WHERE bytes - size < $9 ORDER BY count DESC LIMIT 1`;

const positionOf = ({ at, kind, id }: RawRow): Position => ({ at: Number(at), kind: Number(kind), id: Number(id) });

/** SQL condition for rows after the position at `$3` and before the position at `$6`. */
const between = `account_id = $1 AND list = $2 AND (at, kind, id) < ($3, $4, $5) AND (at, kind, id) > ($6, $7, $8)`;

/** Returns the values for the placeholders `$3` to `$8` of the condition `between`. */
const boundaries = ({ beyond, until }: Gap): readonly number[] =>
  [beyond, until].flatMap(({ at, kind, id }) => [at, kind, id]);

/** Returns the position directly after another position in the newest-first order. */
const justAfter = ({ at, kind, id }: Position): Position => ({ at, kind, id: id - 1 });

async function formsOf(session: Session, search: LooseSearch, gap: Gap): Promise<Pick<Portion, "json" | "changes">> {
  const { list, withTail } = search;
  const json = await joined(session, search, gap, { tail: withTail });
  if (withTail !== changesHaveTails(list)) return { json };
  return { json, changes: await joined(session, search, gap, { change: true }) };
}

/** Returns the entries of a range as one byte array. Items are joined newest first, and changes oldest first. */
async function joined(session: Session, { account, list }: LooseSearch, gap: Gap, form: ItemForm): Promise<Uint8Array> {
  const { dialect } = session;
  const way = form.change ? "oldest" : "newest";
  const sql = dialect.joined(entryIn(form, dialect, list), `feed WHERE ${between}`, way);
  const [row] = await session.query(sql, [account, list, ...boundaries(gap)]);
  return row?.["joined"] as Uint8Array;
}

async function packedForms(json: Uint8Array, changes: Uint8Array | undefined) {
  const items = await pack(json, levels.items);
  return changes ? { items, changes: await pack(changes, levels.changes) } : { items };
}

/**
 * Compression levels of zlib. Each change of an entry causes its segment to be compressed again.
 * For items, level 6 would save 6 % of the bytes but take 25 % more time.
 * Changes have a lower level, because clients read them from segments only to start a new copy.
 */
const levels = { items: 5, changes: 3 };

/** Compresses items. The output ends on a byte boundary, so that outputs can be concatenated. */
async function pack(items: Uint8Array, level: number): Promise<PackedItems> {
  const deflated = await deflate(items, { level, finishFlush: constants.Z_SYNC_FLUSH });
  return { deflated, crc: crc32(items), length: items.length };
}

const deflate = promisify<Uint8Array, object, Buffer>(deflateRaw);

type Sealed = SegmentedList & {
  readonly portion: Portion;
  readonly items: PackedItems;
  /**
   * Items of the segment as compressed changes.
   * Omitted if the segments with the other `withTail` value contain the changes.
   */
  readonly changes?: PackedItems;
};

/** Stores a segment. Returns false if the rows of its range have changed since they were read. */
async function storeSegment(
  session: Session,
  { account, list, withTail, portion, items, changes }: Sealed,
): Promise<boolean> {
  const segments = await segmentsBeside(session, { account, list, withTail }, portion);
  const { first, last, until } = portion;
  if (segments.some((one) => overlap(one, portion))) return false;
  const revision = await revisionOf(session, account, list, portion);
  if (revision === undefined) return false;
  const segment: Segment = { withTail, first, last, until };
  const stored = {
    ...{ count: portion.count, length: items.length, crc: items.crc, deflated: items.deflated, revision },
    ...(changes && { changes_length: changes.length, changes_crc: changes.crc, changes: changes.deflated }),
  };
  const values = [account, list, ...segmentValues(segment), ...Object.values(stored)];
  const columns = ["account_id", "list", ...segmentColumns, ...Object.keys(stored)];
  const places = columns.map((_, index) => `$${index + 1}`).join(", ");
  await session.run(`INSERT INTO feed_segments (${columns.join(", ")}) VALUES (${places})`, values);
  const before = segments.find((one) => byPosition(one.last, portion.beyond) === 0);
  if (before)
    await session.run(joining, [account, list, ...segmentValues(before).slice(0, 4), ...Object.values(first)]);
  return true;
}

const joining = `UPDATE feed_segments SET until_at = $7, until_kind = $8, until_id = $9 WHERE account_id = $1
  AND list = $2 AND with_tail = $3 AND first_at = $4 AND first_kind = $5 AND first_id = $6`;

/** Returns the segments that may overlap a range, and the segment before the range. */
async function segmentsBeside(session: Session, sealed: SegmentedList, { beyond, last }: Portion) {
  const segments: Segment[] = [];
  for await (const segment of segmentsFrom(session, sealed, beyond)) {
    if (byPosition(segment.first, last) < 0) break;
    segments.push(segment);
  }
  return segments;
}

const overlap = (segment: Segment, { first, last }: Portion): boolean =>
  byPosition(segment.last, first) <= 0 && byPosition(segment.first, last) >= 0;

/**
 * Returns the latest revision of the rows in a range. Returns undefined if the range has changed since it was read.
 * A changed or added row has a later revision, and a deletion reduces the number of rows.
 */
async function revisionOf(
  session: Session,
  account: AccountId,
  list: FeedList,
  portion: Portion,
): Promise<number | undefined> {
  const sql = `SELECT count(*) AS count, max(revision) AS revision FROM feed WHERE ${between}`;
  const [row] = await session.query(sql, [account, list, ...boundaries(portion)]);
  const revision = Number(row?.["revision"]);
  return Number(row?.["count"]) === portion.count && revision <= portion.revision ? revision : undefined;
}
