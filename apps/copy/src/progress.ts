import type { Copied } from "./copy.js";
import type { TextStream } from "./terminal.js";

/** Shows on one line how far a copy is, where a person watches; nothing anywhere else. */
export function showProgress(stream: TextStream): { show(copied: Copied): void; end(): void } {
  if (stream.isTTY !== true) return { show: () => {}, end: () => {} };
  const started = performance.now();
  return {
    show: ({ upserts, deletes, list }) => {
      const rows = upserts + deletes;
      const rate = Math.round((rows * 1_000) / Math.max(1, performance.now() - started));
      const at = list === undefined ? "up to date" : list;
      stream.write(`\r\u001b[K${rows.toLocaleString("en-US")} rows, ${rate.toLocaleString("en-US")} a second: ${at}`);
    },
    end: () => void stream.write("\r\u001b[K"),
  };
}
