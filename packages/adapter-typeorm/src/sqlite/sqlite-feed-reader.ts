import { setImmediate } from "node:timers/promises";
import type { AccountId, Beforehand, FeedBatch, FeedList, FeedReader, FeedSlice, Instant } from "@repute/domain";
import { databaseClosed } from "../database-errors.js";
import type { Availability } from "../availability.js";
import { stretchOf } from "../lists/stretch.js";
import type { Pool } from "../pool.js";
import { turns } from "../turns.js";
import type { ListConnection } from "./list-connection.js";
import { pageOf } from "./list-page.js";
import type { Page } from "./list-page.js";
import type { ListStatements } from "./list-statements.js";
import { listStatements } from "./list-statements.js";
import { walk } from "./list-walk.js";
import type { RunningList, RunningLists } from "./running-lists.js";
import { sqliteFailure } from "./sqlite-failure.js";

type Reading = {
  readonly account: AccountId;
  readonly list: FeedList;
  readonly slice: FeedSlice;
  readonly beforehand?: Beforehand;
};

/** Reads lists, each on a connection and in a transaction of its own. */
export function sqliteFeedReader(
  connections: Pool<ListConnection>,
  lists: RunningLists,
  availability: Availability,
): FeedReader {
  const inTurn = turns();

  async function* read(reading: Reading): AsyncGenerator<FeedBatch, void> {
    await availability.require();
    const connection = await connections.take();
    const list = lists.begin(connection);
    /** One list takes one step in each turn of the event loop, so that many lists hold up nobody more than one does. */
    const pause = async () => {
      await inTurn(() => setImmediate());
      list.requireWhole();
    };
    try {
      connection.raw.exec("BEGIN");
      await reading.beforehand?.(counted(list, batchesOf(connection, reading, pause)));
      yield* counted(list, batchesOf(connection, reading, pause));
    } catch (error) {
      throw connection.raw.open ? sqliteFailure(error) : databaseClosed();
    } finally {
      list.end();
      if (connection.raw.open && connection.raw.inTransaction) connection.raw.exec("ROLLBACK");
      await connections.give(connection);
    }
  }
  return {
    read: (...[account, list, slice, beforehand]) => ({
      [Symbol.asyncIterator]: () => read({ account, list, slice, ...(beforehand && { beforehand }) }),
    }),
  };
}

/** Notes how much of the list was taken. */
async function* counted(list: RunningList, batches: AsyncIterable<FeedBatch>): AsyncGenerator<FeedBatch, void> {
  for await (const batch of batches) {
    yield batch;
    list.bytes += batch.json.length;
  }
}

async function* batchesOf(
  connection: ListConnection,
  { account, list, slice }: Reading,
  pause: () => Promise<void>,
): AsyncGenerator<FeedBatch, void> {
  const watermark = watermarkOf(connection, account);
  const statements = listStatements(connection, account, list, slice);
  const { stretch, next } = await pageIn(statements, slice, pause);
  let isFirst = true;
  for (const { count, json, isLast } of walk(statements, stretch)) {
    if (count > 0) yield { count, json, watermark, ...(isFirst && next && { next }) };
    isFirst &&= count === 0;
    if (!isLast) await pause();
  }
  if (isFirst) yield { count: 0, json: new Uint8Array(), watermark };
}

async function pageIn(statements: ListStatements, slice: FeedSlice, pause: () => Promise<void>): Promise<Page> {
  const whole = stretchOf(slice);
  if (!slice.page) return { stretch: whole };
  const search = pageOf(statements, whole, slice.page.limit);
  for (;;) {
    const step = search.next();
    if (step.done) return step.value;
    await pause();
  }
}

/** The transaction's first statement: from here on it sees one committed state. */
function watermarkOf(connection: ListConnection, account: AccountId): Instant {
  const found = connection.prepare("SELECT at FROM watermarks WHERE account_id = @account").get({ account });
  return ((found as { readonly at: number } | undefined)?.at ?? 0) as Instant;
}
