import { availableParallelism } from "node:os";
import {
  type AccountId,
  type Beforehand,
  type FeedBatch,
  type FeedList,
  type FeedPosition,
  type FeedSlice,
  isStoredPacked,
} from "@repute/domain";
import type { ClientBase, QueryResult } from "pg";
import { fairQueue, type WritesFirst } from "../concurrency/list-slots.js";
import type { Pool } from "../concurrency/pool.js";
import type { Availability } from "../database.js";
import type { ListReader } from "../engine.js";
import {
  type AccountState,
  accountStateIn,
  maxFewChanges,
  positionRangeOf,
  type SliceForm,
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
import { listPortal, type ListStatement, nameOf } from "./list-portal.js";
import { changeBatches } from "./postgres-changes.js";
import type { PostgresConnection } from "./postgres-connection.js";
import { postgresDialect } from "./postgres-dialect.js";
import { postgresFailure } from "./postgres-failure.js";
import {
  changeCount,
  listStatement,
  packedSteps,
  pageStatement,
  planOnce,
  walkTheIndex,
} from "./postgres-feed-rows.js";
import type { Trace } from "./postgres-session.js";
import { queryOnce, rollBack, type Settings, snapshotOf, withoutTimeouts } from "./postgres-transaction.js";

type ReaderOptions = {
  readonly availability: Availability;
  readonly writes: WritesFirst;
  readonly trace: Trace | undefined;
};

/** Reads batches on a connection that is in a transaction. */
type Batches = (connection: PostgresConnection, state: AccountState) => AsyncGenerator<FeedBatch, void>;

/**
 * Limits how many steps of list reads run concurrently, so that small requests get enough CPU time.
 * Steps that take longer than `patience` milliseconds no longer count.
 */
const stepsAtOnce = { max: Math.max(2, availableParallelism()), patience: 50 };

type Reading = { readonly account: AccountId; readonly list: FeedList; readonly slice: FeedSlice };

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
      const state = await enqueue(account, () => begin(connection.client, account, settings));
      await beforehand?.(oneByOne(account, batches(connection, state)));
      yield* oneByOne(account, batches(connection, state));
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
    const batches: Batches = (connection, state) => batchesOf({ connection, segments, trace }, reading, state);
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

/** Limits for lists that one statement reads, one megabyte in all: number of entries, and bytes per entry. */
const shortMax = { entries: 250, bytes: 4_000 };

/** Returns false if a slice is probably long, as slices without a start time are. */
const mayBeShort = (slice: FeedSlice): boolean => isStoredPacked(slice) && positionRangeOf(slice).last !== undefined;

/** Reads a short slice in one round trip. Returns undefined if the slice exceeds the limits. */
async function shortList(
  connection: PostgresConnection,
  { account, list, slice }: Reading,
  trace?: Trace,
): Promise<FeedBatch | undefined> {
  const { text, values } = shortListStatement(account, list, slice);
  trace?.(text, values);
  const settings = { ...withoutTimeouts, ...walkTheIndex, ...planOnce };
  const query = { name: nameOf(text), text, values: [...values] };
  const [found] = await queryOnce<Found>(connection, account, settings, query);
  if (!found || (found.items === null && found.count > 0)) return undefined;
  const { count, items } = found;
  return { count, json: Buffer.from(items ?? ""), ...accountStateIn(found), delivery: { isLast: true } };
}

/** Result row for a short list. `items` is null if the slice is empty or exceeds the limits. */
type Found = StateRow & { readonly count: number; readonly items: string | null };

/** Returns a statement that selects all entries of a slice as one string, or null if the slice exceeds the limits. */
export function shortListStatement(account: AccountId, list: FeedList, slice: FeedSlice): ListStatement {
  const { text, values } = listStatement(account, list, slice);
  const walked = `SELECT CASE WHEN length(item) <= ${shortMax.bytes} THEN item END AS item
    FROM (${text} LIMIT ${shortMax.entries + 1}) AS walked`;
  const isShort = `count(*) <= ${shortMax.entries} AND count(*) = count(item)`;
  return {
    text: `SELECT (SELECT at FROM watermarks WHERE account_id = $1) AS watermark, ${epochOf("$1")}, count(*) AS count,
      CASE WHEN ${isShort} THEN convert_from(string_agg(item, ','), 'UTF8') END AS items FROM (${walked}) AS few`,
    values,
  };
}

/** Column with the epoch of an account. */
const epochOf = (account: string) =>
  `(SELECT epoch FROM epochs WHERE account_id = ${account} AND origin = ${postgresDialect.rowOrigin}) AS epoch`;

/** Begins the transaction for reading a list, in one round trip. Returns the state of the account. */
async function begin(client: ClientBase, account: AccountId, settings: Settings): Promise<AccountState> {
  const id = String(BigInt(account));
  const found = `SELECT at AS watermark, ${epochOf(id)} FROM watermarks WHERE account_id = ${id}`;
  const ofLists = { ...withoutTimeouts, ...walkTheIndex, ...settings };
  const all = await client.query(`${snapshotOf(account, ofLists)}; ${found}`);
  // The driver returns one result per statement, although its type definitions declare a single result.
  const results = all as unknown as readonly QueryResult<StateRow>[];
  return accountStateIn(results.at(-1)?.rows[0]);
}

type Source = {
  readonly connection: PostgresConnection;
  readonly segments: CachedSegments;
  readonly trace: Trace | undefined;
};

/** Reads a list that may have compressed segments. */
async function* storedList(
  { connection: { client }, segments, trace }: Source,
  reading: Reading,
  state: AccountState,
): AsyncGenerator<FeedBatch, void> {
  const steps = packedSteps(client, reading, segments, trace);
  let isEmpty = true;
  for await (const batch of reading.slice.packed ? together(steps) : inflated(steps)) {
    yield { ...batch, ...state };
    isEmpty = false;
  }
  if (isEmpty) yield { ...nothing, ...state };
}

async function* batchesOf(source: Source, reading: Reading, state: AccountState): AsyncGenerator<FeedBatch, void> {
  const { account, list, slice } = reading;
  if (isStoredPacked(slice)) return yield* storedList(source, reading, state);
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
    yield { ...(joined ?? nothing), ...state, ...(next && { next }) };
    while (joined && (joined = await portal.next())) yield { ...looseBatch(joined), ...state };
  } finally {
    await portal.end();
  }
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
