import type { AccountId, Beforehand, FeedBatch, FeedList, FeedPosition, FeedSlice, Instant } from "@repute/domain";
import type { ClientBase } from "pg";
import type { ListReader } from "../engine.js";
import { isStoredPacked } from "../lists/packed-course.js";
import { inflated, looseBatch, together } from "../lists/packed-steps.js";
import type { Availability } from "../availability.js";
import type { Pool } from "../pool.js";
import type { PostgresConnection } from "./connect.js";
import { listPortal } from "./list-portal.js";
import { listStatement, pageStatement, walkTheIndex } from "./list-statement.js";
import { changeBatches } from "./postgres-changes.js";
import { packedSteps, segmentsIn } from "./packed-steps.js";
import { postgresFailure } from "./postgres-failure.js";
import type { Trace } from "./trace.js";
import { rollBack, snapshotOf, withoutTimeouts } from "./transaction.js";

/** What is read on a connection in a transaction of its own. */
type Batches = (connection: PostgresConnection) => AsyncGenerator<FeedBatch, void>;

/** Reads lists and changes, each on a connection and in a transaction of its own. */
export function postgresFeedReader(
  connections: Pool<PostgresConnection>,
  availability: Availability,
  trace?: Trace,
): ListReader {
  async function* read(
    account: AccountId,
    batches: Batches,
    beforehand: Beforehand | undefined,
  ): AsyncGenerator<FeedBatch, void> {
    await availability.require();
    const connection = await connections.take();
    try {
      await connection.client.query(`${snapshotOf(account)}; ${withoutTimeouts}; ${walkTheIndex}`);
      await beforehand?.(batches(connection));
      yield* batches(connection);
    } catch (error) {
      availability.requireOpen();
      throw postgresFailure(error);
    } finally {
      await rollBack(connection);
      connection.release();
      await connections.give(connection);
    }
  }
  return {
    read: (account, list, slice, beforehand) => ({
      [Symbol.asyncIterator]: () =>
        read(account, (connection) => batchesOf(connection, { account, list, slice }, trace), beforehand),
    }),
    changes: (account, slice, beforehand) => ({
      [Symbol.asyncIterator]: () =>
        read(account, (connection) => changeBatches(connection, account, slice, trace), beforehand),
    }),
  };
}

type Reading = { readonly account: AccountId; readonly list: FeedList; readonly slice: FeedSlice };

async function* batchesOf(
  connection: PostgresConnection,
  { account, list, slice }: Reading,
  trace?: Trace,
): AsyncGenerator<FeedBatch, void> {
  if (isStoredPacked(slice)) return yield* storedList(connection, { account, list, slice }, trace);
  const { client, session } = connection;
  const [found] = await session.query("SELECT at FROM watermarks WHERE account_id = $1", [account]);
  const watermark = (found?.["at"] ?? 0) as Instant;
  const next = await nextOf(client, { account, list, slice }, trace);
  const statement = listStatement(account, list, slice);
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

/** The same where items may be stored packed. */
async function* storedList(
  { client, session }: PostgresConnection,
  reading: Reading,
  trace?: Trace,
): AsyncGenerator<FeedBatch, void> {
  const { watermark, segments } = await segmentsIn(session, reading);
  const steps = packedSteps(client, reading, segments, trace);
  let isEmpty = true;
  for await (const batch of reading.slice.packed ? together(steps) : inflated(steps)) {
    yield { ...batch, watermark };
    isEmpty = false;
  }
  if (isEmpty) yield { ...nothing, watermark };
}

const nothing = { count: 0, json: new Uint8Array() };

/** Not prepared under a name: the plan goes by the values. */
async function nextOf(client: ClientBase, { account, list, slice }: Reading, trace?: Trace) {
  if (!slice.page) return undefined;
  const { text, values } = pageStatement(account, list, slice, slice.page.limit);
  trace?.(text, values);
  const { rows } = await client.query<FeedPosition>(text, [...values]);
  return rows.length > 1 ? rows[0] : undefined;
}
