import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type Database from "better-sqlite3";
import { serialQueue } from "../concurrency/serial-queue.js";

/** Size of the write-ahead log, in bytes. */
type LogSize = {
  readonly all: number;
  /** Number of bytes that are not yet written back to the database file. */
  readonly waiting: number;
};

/** Mode of a log reset. `keep` keeps the log file at its size for reuse. `cut` truncates the log file. */
type LogSpace = "keep" | "cut";

/** Writes the content of the write-ahead log back to the database file. */
export type LogWriter = {
  size(): LogSize;
  /** Starts a checkpoint in the background, unless one is already running. */
  writeBack(): void;
  /** Checkpoints and resets the log. Returns false if a reader prevents the reset. */
  startOver(space: LogSpace): Promise<boolean>;
  close(): Promise<void>;
};

/*
 * The worker thread ignores errors.
 * The log stays intact for the next attempt, and other connections report a damaged file.
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

/** SQLite checkpoint modes, see https://www.sqlite.org/pragma.html#pragma_wal_checkpoint. */
const modes = { keep: "RESTART", cut: "TRUNCATE" } as const;

/** Log size in bytes above which SQLite checkpoints during a commit. */
const soon = 16_777_216;
/** Size in bytes at which commits run the checkpoint. The log reaches it only if the worker thread fails. */
const late = 268_435_456;
/** Size of the header before each page of the log, in bytes. */
const headerBytes = 24;

/**
 * Returns a log writer that checkpoints in a worker thread, so that slow disks do not block requests.
 * The thread starts on first use.
 */
export function logWriter(file: string, writer: Database.Database): LogWriter {
  const pageSize = writer.pragma("page_size", { simple: true }) as number;
  const pageBytes = headerBytes + pageSize;
  const checkpointAbove = (bytes: number) => writer.pragma(`wal_autocheckpoint = ${Math.ceil(bytes / pageSize)}`);
  checkpointAbove(soon);
  const look = writer.prepare<[], { readonly log: number; readonly checkpointed: number }>(
    "PRAGMA wal_checkpoint(NOOP)",
  );
  let thread: Worker | undefined;
  const enqueue = serialQueue();
  let isUnderWay = false;

  function begun(): Worker {
    const workerData = { driver: require.resolve("better-sqlite3"), file };
    const worker = new Worker(program, { eval: true, workerData });
    checkpointAbove(late);
    worker.unref();
    worker.once("exit", () => {
      thread = undefined;
      if (writer.open) checkpointAbove(soon);
    });
    return worker;
  }

  /** Runs a checkpoint in the worker thread. Returns false if it fails; SQLite then runs checkpoints during commits. */
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
      void enqueue(() => ask("PASSIVE")).then(() => (isUnderWay = false));
    },
    startOver: (space) => enqueue(() => ask(modes[space])),
    async close() {
      await thread?.terminate();
    },
  };
}
