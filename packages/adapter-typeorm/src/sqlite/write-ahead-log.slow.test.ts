import { statSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import type { FeedBatch } from "@repute/domain";
import { anEntry } from "@repute/domain/testing";
import Connection from "better-sqlite3";
import { reportFigure, scaled } from "../../../../test/torture.js";
import { freshDatabase } from "../../test/fresh-database.js";
import { toBeCut } from "./write-ahead-log.js";

const maxLogBytes = 1_000_000;

describe("the write-ahead log", () => {
  const open = freshDatabase({ maxLogBytes });
  const entries = (from: number) =>
    Array.from({ length: 1_000 }, (_, index) => anEntry({ id: from + index, json: `{"text":"${"x".repeat(500)}"}` }));
  const publish = (from: number) =>
    open.storage.transact(open.account, ({ feed }) => feed.publish(open.account, "reviews", entries(from)));
  const begin = async () => {
    const list = open.storage.feed.read(open.account, "reviews", {})[Symbol.asyncIterator]();
    return { first: await list.next(), list };
  };
  const rest = async (list: AsyncIterator<FeedBatch>) => {
    let count = 0;
    for (let next = await list.next(); !next.done; next = await list.next()) count += next.value.count;
    return count;
  };

  it("stays small when a reader stalls, and cuts that reader off", async () => {
    await publish(1);
    const { list } = await begin();
    let largest = 0;
    for (let round = 1; round <= 20; round += 1) {
      await publish(round * 1_000 + 1);
      largest = Math.max(largest, statSync(`${open.file}-wal`).size);
    }
    // Twice the limit, plus the last unit of work.
    expect(largest).toBeLessThan(2 * maxLogBytes + 3_000_000);
    await expect(rest(list)).rejects.toMatchObject({ kind: "unavailable", code: "list_cut_off" });
    const again = await begin();
    expect((again.first.value as FeedBatch).count + (await rest(again.list))).toBe(21_000);
  });

  it("is emptied by the first unit of work after the end of the list that held it", async () => {
    await publish(1);
    const { list } = await begin();
    const sizeAfter = async (id: number) => {
      await open.storage.transact(open.account, ({ feed }) =>
        feed.publish(open.account, "reviews", entries(1_000 * id).slice(0, 50)),
      );
      return statSync(`${open.file}-wal`).size;
    };
    let size = 0;
    for (let id = 2; size <= maxLogBytes; id += 1) size = await sizeAfter(id);
    await list.return?.();
    expect(await sizeAfter(1_000)).toBe(0);
    expect(await sizeAfter(1_001)).toBeGreaterThan(0);
  });

  it("is written back in the background at any size", async () => {
    await open.database.close();
    const limit = scaled(maxLogBytes, 134_217_728);
    const { storage } = await open.openAgain({ maxLogBytes: limit });
    /** Runs units of work, and returns the longest block of the event loop in milliseconds. */
    const longestHold = async (units: number) => {
      let [longest, last, isOver] = [0, performance.now(), false];
      const look = () => {
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
        if (!isOver) setImmediate(look);
      };
      look();
      for (let unit = 0; unit < units; unit += 1) {
        await storage.transact(open.account, ({ feed }) =>
          feed.publish(open.account, "reviews", entries(1_000 * unit + 1).slice(0, scaled(50, 400))),
        );
      }
      isOver = true;
      return longest;
    };
    const before = await longestHold(scaled(10, 200));
    const list = storage.feed.read(open.account, "reviews", {})[Symbol.asyncIterator]();
    await list.next();
    const meanwhile = await longestHold(scaled(100, 600));
    await expect(rest(list)).rejects.toMatchObject({ code: "list_cut_off" });
    // Durations are checked only in torture runs.
    expect(meanwhile).toBeLessThanOrEqual(Math.max(scaled(Infinity, 100), 2 * before));
    reportFigure(
      `a log of ${limit} bytes written back: others wait ${meanwhile.toFixed(0)} ms, ${before.toFixed(0)} ms before`,
    );
  });

  it("is written back before SQLite would do so during a commit", async () => {
    await open.database.close();
    const { storage } = await open.openAgain({ maxLogBytes: 134_217_728 });
    const other = new Connection(open.file);
    const log = () => (other.pragma("wal_checkpoint(NOOP)") as [{ log: number; checkpointed: number }])[0];
    for (let from = 1; log().log < 2_400; from += 50) {
      await storage.transact(open.account, ({ feed }) =>
        feed.publish(open.account, "reviews", entries(from).slice(0, 50)),
      );
    }
    // SQLite writes the log back during a commit from this size, in pages.
    expect(log().log).toBeLessThan(4_096);
    while (log().checkpointed === 0) await setTimeout(1);
    other.close();
  });

  it("cuts no list off while it is small", async () => {
    await open.database.close();
    const { storage } = await open.openAgain({ maxLogBytes: 134_217_728 });
    const write = (from: number) =>
      storage.transact(open.account, ({ feed }) => feed.publish(open.account, "reviews", entries(from)));
    await write(1);
    const list = storage.feed.read(open.account, "reviews", {})[Symbol.asyncIterator]();
    const first = await list.next();
    for (let round = 1; round <= 5; round += 1) await write(round * 1_000 + 1);
    expect((first.value as FeedBatch).count + (await rest(list))).toBe(1_000);
  });
});

describe("the lists that hold an oversized log", () => {
  const now = 60_000;
  const list = (name: string, seconds: number, bytes: number) => ({ name, since: now - 1_000 * seconds, bytes });
  const lists = [
    list("fast", 20, 100_000_000),
    list("slow", 20, 600_000),
    list("stalled", 40, 250_000),
    list("new", 1, 0),
  ];
  const names = (share: number) => toBeCut(lists, share, now).map(({ name }) => name);

  it("are cut off slowest first, and fast or new lists only above twice the limit", () => {
    expect(names(1.5)).toEqual(["stalled", "slow"]);
    expect(names(2.5)).toEqual(["stalled", "slow", "new", "fast"]);
  });
});
