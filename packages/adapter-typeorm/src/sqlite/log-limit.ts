import { statSync } from "node:fs";
import type { LogWriter } from "./log-writer.js";
import type { RunningList, RunningLists } from "./running-lists.js";

/** A list that moves this fast, in bytes a second, ends soon by itself. */
const fast = 1_000_000;
/** In fewer milliseconds nobody can tell. */
const tooEarly = 5_000;
/** A log with more bytes grows because somebody reads from it: otherwise SQLite lets it start over before. */
const held = 33_554_432;

/**
 * Keeps the write-ahead log from growing without end: it can only start over once no list reads what was there before its
 * newest part. Beyond `most` bytes slow lists are cut off, beyond twice as many any list, the slowest first. To be called
 * after each unit of work: it costs one look at the file while the log is small.
 */
export function logLimit(file: string, writer: LogWriter, lists: RunningLists, most: number): () => Promise<void> {
  const sizeOfLog = () => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  return async () => {
    const size = sizeOfLog();
    if (size <= Math.min(held, most) || (await writer.startOver()) || size <= most) return;
    const slowest = () => toBeCut(lists.all(), size / most, performance.now())[0];
    for (let list = slowest(); list; list = slowest()) {
      list.cut();
      if (await writer.startOver()) return;
    }
  };
}

/** Which lists are in the way of a log that has `share` times its size, the slowest first. */
export function toBeCut<L extends Pick<RunningList, "since" | "bytes">>(
  lists: readonly L[],
  share: number,
  now: number,
): readonly L[] {
  const speed = ({ since, bytes }: L) => (now - since < tooEarly ? fast : (1_000 * bytes) / (now - since));
  return lists.filter((list) => share > 2 || speed(list) < fast).sort((a, b) => speed(a) - speed(b));
}
