import { expect, it } from "@jest/globals";
import type { RenderOptions, RenderProgress } from "@repute/domain";
import { rendering } from "./rendering.js";

/** Runs the job once over a use case with the given steps. Returns the log lines, the reports and the progress. */
async function run(steps: (options: RenderOptions) => Promise<number>) {
  const lines: string[] = [];
  const reports: unknown[] = [];
  const progress: (RenderProgress | undefined)[] = [];
  const logs = { info: (line: string) => void lines.push(line), report: (error: unknown) => void reports.push(error) };
  const feed = { renderOutdated: (options: RenderOptions = {}) => steps(options) };
  await rendering({ feed: feed as Parameters<typeof rendering>[0]["feed"] }, logs, (one) => progress.push(one)).stop();
  return { lines, reports, progress };
}

it("rendering logs and publishes its progress, and clears it at the end", async () => {
  const { lines, reports, progress } = await run(async ({ onProgress }) => {
    for (const done of [0, 1, 2]) onProgress?.({ done, accounts: 2 });
    return 2;
  });
  expect(lines).toEqual([
    "This version renders list items differently. Rendering the lists of 2 accounts again",
    "Lists rendered again: 1 of 2 accounts",
    "Lists rendered again: 2 of 2 accounts",
  ]);
  expect(progress).toEqual([...[0, 1, 2].map((done) => ({ done, accounts: 2 })), undefined]);
  expect(reports).toEqual([]);
});

it("rendering reports an error and clears the progress", async () => {
  const failure = new Error("disk full");
  const { reports, progress } = await run(async ({ onProgress }) => {
    onProgress?.({ done: 0, accounts: 2 });
    throw failure;
  });
  expect(reports).toEqual([failure]);
  expect(progress.at(-1)).toBeUndefined();
});

it("rendering logs nothing if no lists are outdated", async () => {
  expect(await run(async () => 0)).toEqual({ lines: [], reports: [], progress: [undefined] });
});
