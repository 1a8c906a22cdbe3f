import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type Database from "better-sqlite3";
import { serialQueue } from "../concurrency/queues.js";
import { listCutOff } from "../database-errors.js";
import type { ListConnection } from "./sqlite-connection.js";

/** Minimum speed of a fast reader, in bytes per second. Fast readers are not canceled, because they will end soon. */
const fast = 1_000_000;
/** Time in milliseconds after which the speed of a list response is measured. Before, the speed is not meaningful. */
const tooEarly = 5_000;
/** Log size in bytes above which the log is checkpointed in the background. */
const some = 8_388_608;
/**
 * Log size in bytes above which the log must be reset.
 * The log gets this large only if writes outpace checkpoints or a reader prevents a reset.
 */
const held = 22_020_096;

/**
 * Limits the size of the write-ahead log. SQLite can reset the log only while no list reads an old snapshot.
 * Above `max` bytes, lists with slow readers are canceled.
 * Above twice that size, any list may be canceled, slowest first.
 * The returned function must be called after each unit of work. It costs little while the log is small.
 */
export function logLimit(writer: LogWriter, lists: RunningLists, max: number): () => Promise<void> {
  return async () => {
    const { all, waiting } = writer.size();
    if (waiting > some) writer.writeBack();
    if (all <= Math.min(held, max)) return;
    if (all <= max) return void (await writer.startOver("keep"));
    if (await writer.startOver("cut")) return;
    const slowest = () => toBeCut(lists.all(), all / max, performance.now())[0];
    for (let list = slowest(); list; list = slowest()) {
      list.cut();
      if (await writer.startOver("cut")) return;
    }
  };
}

/** Returns the responses to cancel if the log is too large, slowest first. `share` is log size / limit. */
export function toBeCut<L extends Pick<RunningList, "since" | "bytes">>(
  lists: readonly L[],
  share: number,
  now: number,
): readonly L[] {
  const speed = ({ since, bytes }: L) => (now - since < tooEarly ? fast : (1_000 * bytes) / (now - since));
  return lists.filter((list) => share > 2 || speed(list) < fast).sort((a, b) => speed(a) - speed(b));
}

/** Size of the write-ahead log, in bytes. */
type LogSize = {
  readonly all: number;
  /** Number of bytes that are not yet written back to the database file. */
  readonly waiting: number;
};

/** Mode of a log reset. `keep` keeps the log file at its size for reuse. `cut` truncates the log file. */
type LogSpace = "keep" | "cut";

/** Writes the content of the write-ahead log back to the database file. */
type LogWriter = {
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

/** State of a list read that is in progress. */
export type RunningList = {
  /** Start time in milliseconds, from `performance.now()`. */
  readonly since: number;
  /** Number of bytes that the reader has received. */
  bytes: number;
  /** Cancels the read and ends its snapshot immediately. The next batch throws `list_cut_off`. */
  cut(): void;
  /** Throws `list_cut_off` if the read was canceled. */
  requireWhole(): void;
  end(): void;
};

export function runningLists() {
  const all = new Set<RunningList>();
  return {
    all: (): readonly RunningList[] => [...all],
    begin({ raw }: ListConnection): RunningList {
      let isCut = false;
      const list: RunningList = {
        since: performance.now(),
        bytes: 0,
        cut() {
          isCut = true;
          all.delete(list);
          if (raw.open && raw.inTransaction) raw.exec("ROLLBACK");
        },
        requireWhole() {
          if (isCut) throw listCutOff();
        },
        end: () => void all.delete(list),
      };
      all.add(list);
      return list;
    },
  };
}

export type RunningLists = ReturnType<typeof runningLists>;
