import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type Database from "better-sqlite3";
import { turns } from "../turns.js";

/** What the write-ahead log of a file holds, in bytes. */
type LogSize = {
  readonly all: number;
  /** What is not yet in the file. */
  readonly waiting: number;
};

/** `keep` leaves the space of a log to what is written next, `cut` gives it back. */
type LogSpace = "keep" | "cut";

/** Writes the write-ahead log of a file back into it. */
export type LogWriter = {
  size(): LogSize;
  /** Begins to write back what it can, unless that is under way: nobody waits for it. */
  writeBack(): void;
  /** Writes back what it can, and lets the log begin anew unless somebody still reads from it; returns whether it does. */
  startOver(space: LogSpace): Promise<boolean>;
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
  parentPort.on("message", (mode) => {
    let isDone = false;
    try {
      database ??= new Database(file, { fileMustExist: true, timeout: 0 });
      database.pragma("trusted_schema = OFF");
      isDone = database.pragma("wal_checkpoint(" + mode + ")")[0].busy === 0;
    } catch {}
    parentPort.postMessage(isDone);
  });
`;

/** What SQLite calls it (https://www.sqlite.org/pragma.html#pragma_wal_checkpoint). */
const modes = { keep: "RESTART", cut: "TRUNCATE" } as const;

/** From so many pages on SQLite writes a log back as part of a commit: 16 MiB, SQLite's own choice. */
const soon = 1_000;
/** The same while the thread does that: only should the thread fail. */
const late = 16_000;
/** Before each page in the log there is a header. */
const headerBytes = 24;

/**
 * Works in a thread of its own, which begins when it is needed first, so that others are served meanwhile: to write a log
 * back takes as long as the disk does.
 */
export function logWriter(file: string, writer: Database.Database): LogWriter {
  const pageBytes = headerBytes + (writer.pragma("page_size", { simple: true }) as number);
  const look = writer.prepare<[], { readonly log: number; readonly checkpointed: number }>(
    "PRAGMA wal_checkpoint(NOOP)",
  );
  let thread: Worker | undefined;
  const inTurn = turns();
  let isUnderWay = false;

  function begun(): Worker {
    const workerData = { driver: require.resolve("better-sqlite3"), file };
    const worker = new Worker(program, { eval: true, workerData });
    writer.pragma(`wal_autocheckpoint = ${late}`);
    worker.unref();
    worker.once("exit", () => {
      thread = undefined;
      if (writer.open) writer.pragma(`wal_autocheckpoint = ${soon}`);
    });
    return worker;
  }

  /** Without the thread SQLite writes the log back as it commits. */
  async function ask(mode: string): Promise<boolean> {
    try {
      const worker = (thread ??= begun());
      const answered = once(worker, "message");
      worker.postMessage(mode);
      const [isDone] = (await answered) as [boolean];
      return isDone;
    } catch {
      return false;
    }
  }

  return {
    size() {
      const { log = 0, checkpointed = 0 } = look.get() ?? {};
      return { all: log * pageBytes, waiting: (log - checkpointed) * pageBytes };
    },
    writeBack() {
      if (isUnderWay) return;
      isUnderWay = true;
      void inTurn(() => ask("PASSIVE")).then(() => (isUnderWay = false));
    },
    startOver: (space) => inTurn(() => ask(modes[space])),
    async close() {
      await thread?.terminate();
    },
  };
}
