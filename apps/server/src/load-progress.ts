import type { LoadProgress } from "@repute/domain";
import { SingleBar } from "cli-progress";
import type { TextStream } from "./terminal.js";

/** Shows how far a load is. */
export type ProgressView = { show(progress: LoadProgress): void; end(): void };

const unseen: ProgressView = { show: () => {}, end: () => {} };

/** A progress bar where a person watches; nothing anywhere else. */
export function loadProgress(stream: TextStream): ProgressView {
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
      bar.update(progress.lines, { text: (share: number) => progressText(progress, share) });
    },
    end: () => bar.stop(),
  };
}

const barWidth = 40;

/** While a bundle is checked, nobody knows how long it is. */
function progressText({ phase, lines, of }: LoadProgress, share: number): string {
  const count = lines.toLocaleString("en-US");
  if (of === undefined) return `${phase} ${count} lines`;
  const done = Math.round(share * barWidth);
  return `${phase} [${"=".repeat(done)}${"-".repeat(barWidth - done)}] ${count} of ${of.toLocaleString("en-US")} lines`;
}
