import { statSync } from "node:fs";
import type Database from "better-sqlite3";
import type { RunningList, RunningLists } from "./running-lists.js";

/** A list that moves this fast, in bytes a second, ends soon by itself. */
const fast = 1_000_000;
/** In fewer milliseconds nobody can tell. */
const tooEarly = 5_000;

/**
 * Keeps the write-ahead log from growing without end: it can only start over once no list reads what was there before its
 * newest part. Beyond `most` bytes slow lists are cut off, beyond twice as many any list, the slowest first. To be called
 * after each unit of work: it costs one look at the file while the log is small.
 */
export function logLimit(file: string, writer: Database.Database, lists: RunningLists, most: number): () => void {
  const sizeOfLog = () => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  return () => {
    const size = sizeOfLog();
    if (size <= most || startsOver(writer)) return;
    for (const list of toBeCut(lists.all(), size / most, performance.now())) {
      list.cut();
      if (startsOver(writer)) return;
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

/** Writes the log back into the file, and empties it unless somebody still reads from it; answers whether it did. */
function startsOver(writer: Database.Database): boolean {
  const [result] = writer.pragma("wal_checkpoint(TRUNCATE)") as readonly { readonly busy: number }[];
  return result?.busy === 0;
}
