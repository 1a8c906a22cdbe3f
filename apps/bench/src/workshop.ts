import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Temporary folder and child processes of a benchmark run. */
export type Workshop = {
  readonly folder: string;
  readonly progress: (text: string) => void;
  /** Registers a process so that it ends with the run. */
  adopt<Child extends ChildProcess>(child: Child): Child;
  /** Ends all processes and prevents new ones. Operations that wait for a process then fail. */
  interrupt(): Promise<void>;
  /** Registers a function to run after all processes have ended. */
  atEnd(work: () => Promise<void>): void;
  close(): Promise<void>;
};

export async function openWorkshop(progress: (text: string) => void): Promise<Workshop> {
  const folder = await mkdtemp(join(tmpdir(), "repute-bench-"));
  const children = new Set<ChildProcess>();
  const last: (() => Promise<void>)[] = [];
  let isOver = false;

  // Clean up synchronously if the process exits unexpectedly.
  const lastResort = () => {
    for (const child of children) child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", lastResort);

  async function interrupt(): Promise<void> {
    isOver = true;
    await Promise.all([...children].map(endProcess));
  }

  return {
    folder,
    progress,
    adopt(child) {
      children.add(child);
      child.once("exit", () => children.delete(child));
      // Ignore errors of a process that has ended, because its exit event is handled.
      child.on("error", () => {});
      if (!isOver) return child;
      void endProcess(child);
      throw new Error("the run has ended, so no more processes can be started");
    },
    interrupt,
    atEnd: (work) => void last.push(work),
    async close() {
      await interrupt();
      for (const work of last.splice(0)) await work();
      await rm(folder, { recursive: true, force: true });
      process.off("exit", lastResort);
    },
  };
}

const patience = 5_000;

/** Ends a child process and waits until it has exited. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const insist = setTimeout(() => child.kill("SIGKILL"), patience);
  await exited;
  clearTimeout(insist);
}

/** Output stream for progress. `isTTY` is true if the stream is a terminal. */
export type Screen = { readonly isTTY?: boolean; readonly columns?: number; write(text: string): unknown };

export type Progress = { show(text: string): void; end(): void };

const clear = "\r\u001b[K";

/** Shows progress on one line of a terminal. Writes nothing to other streams. */
export function progressOn(screen: Screen): Progress {
  if (screen.isTTY !== true) return { show: () => {}, end: () => {} };
  return {
    show: (text) => void screen.write(clear + text.slice(0, (screen.columns ?? 80) - 1)),
    end: () => void screen.write(clear),
  };
}
