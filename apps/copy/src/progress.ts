import type { CopyProgress } from "./copy.js";
import type { TextStream } from "./terminal.js";

/** Shows the progress of a copy on one terminal line. Returns undefined if the stream is not a terminal. */
export function showProgress(
  stream: TextStream,
): { show(this: void, progress: CopyProgress): void; end(): void } | undefined {
  if (stream.isTTY !== true) return undefined;
  const started = performance.now();
  return {
    show: ({ upserts, deletes, list = "up to date", of }) => {
      const rows = upserts + deletes;
      const rate = Math.round((rows * 1_000) / Math.max(1, performance.now() - started));
      stream.write(`\r\u001b[K${counted(rows, of)} rows, ${text(rate)} per second${timeLeft(rows, rate, of)}: ${list}`);
    },
    end: () => void stream.write("\r\u001b[K"),
  };
}

const barWidth = 24;

/** Formats a row count with a progress bar. Shows only the count if the total is unknown or lower than the count. */
function counted(rows: number, of: number | undefined): string {
  if (of === undefined || of < rows) return text(rows);
  const filled = Math.floor((rows / of) * barWidth);
  return `[${"=".repeat(filled)}${"-".repeat(barWidth - filled)}] ${Math.floor((rows / of) * 100)} %, ${text(rows)} of ${text(of)}`;
}

/** Returns the remaining time, such as `, 45 s left`, or an empty string if it is unknown. */
function timeLeft(rows: number, rate: number, of: number | undefined): string {
  if (of === undefined || of <= rows || rate === 0) return "";
  const seconds = Math.ceil((of - rows) / rate);
  return seconds < 90 ? `, ${seconds} s left` : `, ${text(Math.round(seconds / 60))} min left`;
}

const text = (count: number) => count.toLocaleString("en-US");
