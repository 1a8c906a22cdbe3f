import type { LogWriter } from "./log-writer.js";
import type { RunningList, RunningLists } from "./running-lists.js";

/** Speed of a fast list, in bytes per second. A list this fast ends soon without intervention. */
const fast = 1_000_000;
/** Time during which the speed of a list is unknown, in milliseconds. */
const tooEarly = 5_000;
/** Log size in bytes above which the log is written back in the background, so that it can start over. */
const some = 8_388_608;
/**
 * Log size in bytes above which the log must start over. A log this large grows faster than it is written back, or a
 * reader holds it.
 */
const held = 22_020_096;

/**
 * Limits the size of the write-ahead log. The log can start over only when no list reads a snapshot older than its
 * newest part. Above `most` bytes, slow lists are cut off. Above twice that size, any list is cut off, slowest first.
 * Call the returned function after each unit of work. It is cheap while the log is small.
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

/** Returns the lists to cut off, slowest first. `share` is the size of the log divided by its limit. */
export function toBeCut<L extends Pick<RunningList, "since" | "bytes">>(
  lists: readonly L[],
  share: number,
  now: number,
): readonly L[] {
  const speed = ({ since, bytes }: L) => (now - since < tooEarly ? fast : (1_000 * bytes) / (now - since));
  return lists.filter((list) => share > 2 || speed(list) < fast).sort((a, b) => speed(a) - speed(b));
}
