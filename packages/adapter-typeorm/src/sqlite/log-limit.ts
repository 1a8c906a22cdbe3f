import type { LogWriter } from "./log-writer.js";
import type { RunningList, RunningLists } from "./running-lists.js";

/** A list that moves this fast, in bytes a second, ends soon by itself. */
const fast = 1_000_000;
/** In fewer milliseconds nobody can tell. */
const tooEarly = 5_000;
/** From so many bytes on a log is written back beside whatever else is done, so that it can begin anew by itself. */
const some = 8_388_608;
/** A log of so many bytes grows faster than it is written back, or because somebody reads from it. */
const held = 22_020_096;

/**
 * Keeps the write-ahead log from growing without end: it can only start over once no list reads what was there before its
 * newest part. Beyond `most` bytes slow lists are cut off, beyond twice as many any list, the slowest first. To be called
 * after each unit of work: it costs one look at the log while that is small.
 */
export function logLimit(writer: LogWriter, lists: RunningLists, most: number): () => Promise<void> {
  return async () => {
    const { all, waiting } = writer.size();
    if (waiting > some) writer.writeBack();
    if (all <= Math.min(held, most)) return;
    if (all <= most) return void (await writer.startOver("keep"));
    if (await writer.startOver("cut")) return;
    const slowest = () => toBeCut(lists.all(), all / most, performance.now())[0];
    for (let list = slowest(); list; list = slowest()) {
      list.cut();
      if (await writer.startOver("cut")) return;
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
