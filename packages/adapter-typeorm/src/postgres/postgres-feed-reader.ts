import { availableParallelism } from "node:os";
import {
  type AccountId,
  type Beforehand,
  type FeedBatch,
  type FeedList,
  type FeedPosition,
  type FeedSlice,
  type Instant,
  isStoredPacked,
} from "@repute/domain";
import type { ClientBase, QueryResult } from "pg";
import { fairQueue } from "../concurrency/fair-queue.js";
import type { Pool } from "../concurrency/pool.js";
import type { WritesFirst } from "../concurrency/writes-first.js";
import type { Availability } from "../database/availability.js";
import type { ListReader } from "../engine/engine.js";
import { maxFewChanges, type SliceForm } from "../lists/access-path.js";
import { type CachedSegments, cachedSegments, defaultSegmentCache } from "../segments/cached-segments.js";
import { inflated, looseBatch, together } from "../segments/packed-steps.js";
import type { PostgresConnection } from "./connect.js";
import { changeCount, listStatement, pageStatement, planOnce, walkTheIndex } from "./list-statement.js";
import { packedSteps } from "./packed-steps.js";
import { changeBatches } from "./postgres-changes.js";
import { postgresFailure } from "./postgres-failure.js";
import { mayBeShort, shortList } from "./short-list.js";
import { rollBack, type Settings, snapshotOf, withoutTimeouts } from "./transaction.js";
import { listPortal } from "./wire/list-portal.js";
import type { Trace } from "./wire/trace.js";

/** Reads batches on a connection that is in a transaction. */
type Batches = (connection: PostgresConnection, watermark: Instant) => AsyncGenerator<FeedBatch, void>;

/**
 * Limits how many steps of list reads run concurrently, so that small requests get enough CPU time.
 * Steps that take longer than `patience` milliseconds no longer count.
 */
const stepsAtOnce = { max: Math.max(2, availableParallelism()), patience: 50 };

type ReaderOptions = {
  readonly availability: Availability;
  readonly writes: WritesFirst;
  readonly trace: Trace | undefined;
};

/** Returns a reader for lists and changes. Each read uses its own connection and transaction. */
export function postgresFeedReader(
  connections: Pool<PostgresConnection>,
  { availability, writes, trace }: ReaderOptions,
): ListReader {
  const enqueue = fairQueue<AccountId>(stepsAtOnce);
  const segments = cachedSegments(defaultSegmentCache);

  async function* oneByOne(
    account: AccountId,
    batches: AsyncGenerator<FeedBatch, void>,
  ): AsyncGenerator<FeedBatch, void> {
    const next = async () => {
      await writes.turn();
      return enqueue(account, () => batches.next());
    };
    try {
      for (let step = await next(); !step.done; step = await next()) yield step.value;
    } finally {
      await batches.return();
    }
  }

  async function* read(
    account: AccountId,
    batches: Batches,
    beforehand: Beforehand | undefined,
    settings: Settings = {},
  ): AsyncGenerator<FeedBatch, void> {
    await availability.require();
    const connection = await enqueue(account, () => connections.take());
    try {
      const watermark = await enqueue(account, () => begin(connection.client, account, settings));
      await beforehand?.(oneByOne(account, batches(connection, watermark)));
      yield* oneByOne(account, batches(connection, watermark));
    } catch (error) {
      availability.requireOpen();
      throw postgresFailure(error);
    } finally {
      await rollBack(connection);
      connection.release();
      await connections.give(connection);
    }
  }

  /** Reads a short list in one round trip. The connection is released before the list is sent. */
  async function readShort(reading: Reading): Promise<FeedBatch | undefined> {
    await availability.require();
    return enqueue(reading.account, async () => {
      const connection = await connections.take();
      try {
        return await shortList(connection, reading, trace);
      } catch (error) {
        availability.requireOpen();
        throw postgresFailure(error);
      } finally {
        connection.release();
        await connections.give(connection);
      }
    });
  }

  async function* readList(reading: Reading, beforehand: Beforehand | undefined): AsyncGenerator<FeedBatch, void> {
    const { account, slice } = reading;
    const all = !beforehand && mayBeShort(slice) ? await readShort(reading) : undefined;
    if (all) return yield all;
    const batches: Batches = (connection, watermark) => batchesOf({ connection, segments, trace }, reading, watermark);
    yield* read(account, batches, beforehand, isStoredPacked(slice) ? planOnce : {});
  }

  return {
    read: (account, list, slice, beforehand) => ({
      [Symbol.asyncIterator]: () => readList({ account, list, slice }, beforehand),
    }),
    changes: (account, slice, beforehand) => ({
      [Symbol.asyncIterator]: () =>
        read(account, (connection) => changeBatches(connection, account, slice, trace), beforehand),
    }),
  };
}

/** Begins the transaction for reading a list, in one round trip. Returns the time of the account's last change. */
async function begin(client: ClientBase, account: AccountId, settings: Settings): Promise<Instant> {
  const found = `SELECT at FROM watermarks WHERE account_id = ${BigInt(account)}`;
  const ofLists = { ...withoutTimeouts, ...walkTheIndex, ...settings };
  const all = await client.query(`${snapshotOf(account, ofLists)}; ${found}`);
  // The driver returns one result per statement, although its type definitions declare a single result.
  const results = all as unknown as readonly QueryResult<{ readonly at: Instant }>[];
  return results.at(-1)?.rows[0]?.at ?? (0 as Instant);
}

type Reading = { readonly account: AccountId; readonly list: FeedList; readonly slice: FeedSlice };

type Source = {
  readonly connection: PostgresConnection;
  readonly segments: CachedSegments;
  readonly trace: Trace | undefined;
};

async function* batchesOf(source: Source, reading: Reading, watermark: Instant): AsyncGenerator<FeedBatch, void> {
  const { account, list, slice } = reading;
  if (isStoredPacked(slice)) return yield* storedList(source, reading, watermark);
  const {
    connection: { client },
    trace,
  } = source;
  const form: SliceForm = { ...slice, hasFewChanges: await changesAreFew(client, reading, trace) };
  const next = await nextOf(client, { account, list, slice: form }, trace);
  const statement = listStatement(account, list, form);
  trace?.(statement.text, statement.values);
  const portal = listPortal(client, statement, slice.separator ?? ",");
  try {
    let joined = await portal.next();
    yield { ...(joined ?? nothing), watermark, ...(next && { next }) };
    while (joined && (joined = await portal.next())) yield { ...looseBatch(joined), watermark };
  } finally {
    await portal.end();
  }
}

/** Reads a list that may have compressed segments. */
async function* storedList(
  { connection: { client }, segments, trace }: Source,
  reading: Reading,
  watermark: Instant,
): AsyncGenerator<FeedBatch, void> {
  const steps = packedSteps(client, reading, segments, trace);
  let isEmpty = true;
  for await (const batch of reading.slice.packed ? together(steps) : inflated(steps)) {
    yield { ...batch, watermark };
    isEmpty = false;
  }
  if (isEmpty) yield { ...nothing, watermark };
}

const nothing = { count: 0, json: new Uint8Array() };

/**
 * Returns the position from which the next page continues.
 * The statement has no name, so that PostgreSQL plans it for the bound values.
 */
async function nextOf(client: ClientBase, { account, list, slice }: Reading & { slice: SliceForm }, trace?: Trace) {
  if (!slice.page) return undefined;
  const { text, values } = pageStatement(account, list, slice, slice.page.limit);
  trace?.(text, values);
  const { rows } = await client.query<FeedPosition>(text, [...values]);
  return rows.length > 1 ? rows[0] : undefined;
}

/** Returns true if few entries of the list changed since the time in the slice. */
async function changesAreFew(client: ClientBase, { account, list, slice }: Reading, trace?: Trace): Promise<boolean> {
  const { order, modifiedSince } = slice;
  if (modifiedSince === undefined || order === "modified") return false;
  const { text, values } = changeCount(account, list, modifiedSince);
  trace?.(text, values);
  const { rows } = await client.query<{ readonly count: number }>(text, [...values]);
  return rows[0] !== undefined && rows[0].count <= maxFewChanges;
}
