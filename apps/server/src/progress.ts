import { SingleBar } from "cli-progress";
import type { TextStream } from "./terminal.js";

/** Progress of work with several phases. `of` is the total, if known. */
type Progress = { readonly phase: string; readonly done: number; readonly of?: number };

/** Display of progress. `end` removes the progress bar. */
export type ProgressView = { show(progress: Progress): void; end(): void };

const unseen: ProgressView = { show: () => {}, end: () => {} };

/** Creates a progress bar that counts in the given unit. Shows nothing if the stream is not a terminal. */
export function showProgress(stream: TextStream, unit: string): ProgressView {
  if (stream.isTTY !== true) return unseen;
  const bar = new SingleBar({
    stream,
    clearOnComplete: true,
    format: (_options, { progress }, { text }) => text(progress),
  });
  bar.start(0, 0, { text: () => "" });
  return {
    show: (progress) => {
      bar.setTotal(progress.of ?? 0);
      bar.update(progress.done, { text: (share: number) => `${progressText(progress, share)} ${unit}` });
    },
    end: () => bar.stop(),
  };
}

const barWidth = 40;

function progressText({ phase, done, of }: Progress, share: number): string {
  const count = done.toLocaleString("en-US");
  if (of === undefined) return `${phase} ${count}`;
  const filled = Math.round(share * barWidth);
  return `${phase} [${"=".repeat(filled)}${"-".repeat(barWidth - filled)}] ${count} of ${of.toLocaleString("en-US")}`;
}
