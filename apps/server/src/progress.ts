import { SingleBar } from "cli-progress";
import { countText } from "./table.js";
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
    format: (_options, { progress, eta }, { text }) => text(progress, eta),
  });
  bar.start(0, 0, { text: () => "" });
  return {
    show: (progress) => {
      bar.setTotal(progress.of ?? 0);
      bar.update(progress.done, {
        text: (share: number, eta: unknown) => progressText(progress, { unit, share, eta }),
      });
    },
    end: () => bar.stop(),
  };
}

const barWidth = 30;

/** Share of the work that is done, and the remaining time in seconds. The library has no number for an unknown time. */
type Estimate = { readonly unit: string; readonly share: number; readonly eta: unknown };

function progressText({ phase, done, of }: Progress, { unit, share, eta }: Estimate): string {
  if (of === undefined) return `${phase} ${countText(done)} ${unit}`;
  const filled = Math.round(share * barWidth);
  const bar = `[${"=".repeat(filled)}${"-".repeat(barWidth - filled)}]`;
  const left = typeof eta === "number" && eta > 0 ? `, ${timeText(eta)} left` : "";
  return `${phase} ${bar} ${Math.floor(share * 100)} %, ${countText(done)} of ${countText(of)} ${unit}${left}`;
}

/** Formats seconds as `45 s`, `3 min` or `2 h 5 min`. */
export function timeText(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
