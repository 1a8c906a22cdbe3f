import type { LogWriter } from "./log-writer.js";
import type { RunningList, RunningLists } from "./running-lists.js";

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
