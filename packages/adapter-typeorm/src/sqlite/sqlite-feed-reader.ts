import { setImmediate } from "node:timers/promises";
import {
  type AccountId,
  type Beforehand,
  type FeedBatch,
  type FeedList,
  type FeedPosition,
  type FeedSlice,
  type Instant,
  isStoredPacked,
  slots,
} from "@repute/domain";
import type { Pool } from "../concurrency/pool.js";
import { databaseClosed, tooManyLists } from "../database-errors.js";
import type { Availability } from "../database.js";
import type { ListReader } from "../engine.js";
import {
  type AccountState,
  accountStateIn,
  maxFewChanges,
  type Position,
  positionRangeOf,
  type StateRow,
} from "../lists/list-query.js";
import {
  type CachedSegments,
  cachedSegments,
  defaultSegmentCache,
  inflated,
  looseBatch,
  together,
} from "../segments/segment-batches.js";
import { changeBatches } from "./sqlite-changes.js";
import type { ListConnection } from "./sqlite-connection.js";
import { sqliteFailure } from "./sqlite-failure.js";
import { legOf, listStatements, packedSteps, pageOf, type ReadPart, segmentStatements } from "./sqlite-feed-rows.js";
import type { RunningList, RunningLists } from "./write-ahead-log.js";

/** Reads batches on a connection that is in a transaction. `pause` lets other requests run. */
type Batches = (connection: ListConnection, pause: () => Promise<void>) => AsyncGenerator<FeedBatch, void>;

/** Returns a reader for lists and changes. Each read uses its own connection and transaction. */
export function sqliteFeedReader(
  connections: Pool<ListConnection>,
  lists: RunningLists,
  availability: Availability,
): ListReader {
  const inTurn = slots({ atOnce: 1, maxWaiting: Infinity, maxPerAccount: Infinity }, tooManyLists);
  const cache = cachedSegments(defaultSegmentCache);

  async function* read(
    account: AccountId,
    batches: Batches,
    beforehand: Beforehand | undefined,
  ): AsyncGenerator<FeedBatch, void> {
    await availability.require();
    const connection = await connections.take();
    const list = lists.begin(connection);
    /**
     * Waits for the next turn of the event loop.
     * Only one step of one list runs per turn, so many lists delay other requests no more than one list does.
     * The accounts take turns, so many lists of one account delay a list of another account no more than one list does.
     */
    const pause = async () => {
      await inTurn(account, () => setImmediate());
      list.requireWhole();
    };
    try {
      connection.prepare("BEGIN").run({});
      await beforehand?.(counted(list, batches(connection, pause)));
      yield* counted(list, batches(connection, pause));
    } catch (error) {
      throw connection.raw.open ? sqliteFailure(error) : databaseClosed();
    } finally {
      list.end();
      if (connection.raw.open && connection.raw.inTransaction) connection.prepare("ROLLBACK").run({});
      await connections.give(connection);
    }
  }

  return {
    read: (account, list, slice, beforehand) => ({
      [Symbol.asyncIterator]: () =>
        read(
          account,
          (connection, pause) => listBatches({ connection, cache }, { account, list, slice }, pause),
          beforehand,
        ),
    }),
    changes: (account, slice, beforehand) => ({
      [Symbol.asyncIterator]: () =>
        read(account, (connection, pause) => changeBatches(connection, account, slice, pause), beforehand),
    }),
  };
}

type Source = { readonly connection: ListConnection; readonly cache: CachedSegments };

type Reading = { readonly account: AccountId; readonly list: FeedList; readonly slice: FeedSlice };

/** Counts the bytes of each batch after the consumer has processed the batch. */
async function* counted(list: RunningList, batches: AsyncIterable<FeedBatch>): AsyncGenerator<FeedBatch, void> {
  for await (const batch of batches) {
    const pieces = batch.delivery?.packed?.map(({ deflated }) => deflated) ?? [batch.json];
    const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
    yield batch;
    list.bytes += bytes;
  }
}

async function* listBatches(
  source: Source,
  { account, list, slice }: Reading,
  pause: () => Promise<void>,
): AsyncGenerator<FeedBatch, void> {
  if (isStoredPacked(slice)) return yield* storedList(source, { account, list, slice }, pause);
  const { connection } = source;
  const state = accountStateOf(connection, account);
  const hasFewChanges = changesAreFew(connection, account, list, slice);
  const statements = listStatements(connection, account, list, { ...slice, hasFewChanges });
  const { leg, next } = await pageIn(legOf(statements, positionRangeOf(slice), positionOf), slice, pause);
  let isFirst = true;
  for (const step of leg.walk()) {
    const batch = looseBatch({ ...step, isFinal: step.isLast });
    if (step.count > 0) yield { ...batch, ...state, ...(isFirst && next && { next }) };
    isFirst &&= step.count === 0;
    if (!step.isLast) await pause();
  }
  if (isFirst) yield { ...nothing, ...state };
}

/** Returns true if at most `maxFewChanges` entries of the list changed since the time in the slice. */
function changesAreFew(connection: ListConnection, account: AccountId, list: FeedList, slice: FeedSlice): boolean {
  const { order, modifiedSince: since } = slice;
  if (since === undefined || order === "modified") return false;
  const found = connection
    .prepare(
      `SELECT count(*) AS count FROM (SELECT 1 FROM feed INDEXED BY feed_by_modification
       WHERE account_id = @account AND list = @list AND modified_at >= @since LIMIT ${maxFewChanges + 1})`,
    )
    .get({ account, list, since }) as { readonly count: number };
  return found.count <= maxFewChanges;
}

/** Reads a list that may have compressed segments. */
async function* storedList(
  { connection, cache }: Source,
  { account, list, slice }: Reading,
  pause: () => Promise<void>,
): AsyncGenerator<FeedBatch, void> {
  const state = accountStateOf(connection, account);
  const segments = segmentStatements(connection, account, list, { withTail: slice.tail === true });
  const statements = listStatements(connection, account, list, slice);
  let isEmpty = true;
  // For uncompressed output, decompressing takes far longer than reading, so the cache would cost more memory than it saves time.
  const cached = slice.packed ? cache.of(account, list) : undefined;
  const steps = packedSteps(statements, segments, positionRangeOf(slice), cached);
  for await (const batch of slice.packed ? together(steps) : inflated(steps)) {
    if (batch.count > 0) yield { ...batch, ...state };
    isEmpty &&= batch.count === 0;
    if (!batch.delivery?.isLast) await pause();
  }
  if (isEmpty) yield { ...nothing, ...state };
}

const nothing = { count: 0, json: new Uint8Array() };

const positionOf = ({ at, kind, id }: Position): FeedPosition => ({ at: at as Instant, kind, id });

async function pageIn(
  whole: ReadPart<FeedPosition>,
  { page }: FeedSlice,
  pause: () => Promise<void>,
): Promise<{ readonly leg: ReadPart<FeedPosition>; readonly next?: FeedPosition }> {
  if (!page) return { leg: whole };
  const search = pageOf([whole], page.limit);
  for (;;) {
    const step = search.next();
    if (step.done) {
      const { legs, next } = step.value;
      return { leg: legs[0] ?? whole, ...(next && { next }) };
    }
    await pause();
  }
}

/** Reads the state of an account. This is the first statement of the transaction, so it determines the snapshot. */
function accountStateOf(connection: ListConnection, account: AccountId): AccountState {
  return accountStateIn(connection.prepare(stateOf).get({ account }) as StateRow | undefined);
}

const stateOf = `SELECT at AS watermark, (SELECT epoch FROM epochs WHERE account_id = @account) AS epoch
  FROM watermarks WHERE account_id = @account`;
