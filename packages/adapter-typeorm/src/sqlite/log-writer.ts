import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type Database from "better-sqlite3";

/** Writes the write-ahead log of a file back into it. */
export type LogWriter = {
  /** Writes back what it can, and empties the log unless somebody still reads from it; returns whether it did. */
  startOver(): Promise<boolean>;
  close(): Promise<void>;
};

/*
 * A failure takes nothing away: all of the log is still there for the next attempt, and whoever uses a file that is damaged
 * hears of that from his own statements.
 */
const program = `
  const { parentPort, workerData: { driver, file } } = require("node:worker_threads");
  const Database = require(driver);
  let database;
  parentPort.on("message", () => {
    let isEmpty = false;
    try {
      database ??= new Database(file, { fileMustExist: true, timeout: 0 });
      isEmpty = database.pragma("wal_checkpoint(TRUNCATE)")[0].busy === 0;
    } catch {}
    parentPort.postMessage(isEmpty);
  });
`;

/** From so many pages on SQLite writes a log back as part of a commit: 16 MiB, SQLite's own choice. */
const soon = 1_000;
/** The same while the thread does that: only should the thread fail. */
const late = 16_000;

/**
 * Works in a thread of its own, which begins when it is needed first, so that others are served meanwhile: a log that has
 * grown beside a list takes as long as the disk does. To be asked for one thing at a time.
 */
export function logWriter(file: string, writer: Database.Database): LogWriter {
  let thread: Worker | undefined;

  function begun(): Worker {
    const workerData = { driver: require.resolve("better-sqlite3"), file };
    const worker = new Worker(program, { eval: true, workerData });
    worker.once("exit", () => (thread = undefined)).unref();
    return worker;
  }

  return {
    async startOver() {
      writer.pragma(`wal_autocheckpoint = ${late}`);
      const worker = (thread ??= begun());
      const answered = once(worker, "message").catch(() => [false]);
      worker.postMessage("startOver");
      const [isEmpty] = (await answered) as [boolean];
      if (isEmpty) writer.pragma(`wal_autocheckpoint = ${soon}`);
      return isEmpty;
    },
    async close() {
      await thread?.terminate();
    },
  };
}
