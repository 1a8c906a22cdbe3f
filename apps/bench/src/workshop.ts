import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where a run works: a folder that goes away with it, and the processes that it started. */
export type Workshop = {
  readonly folder: string;
  /** Tells whoever watches what is being done. */
  readonly progress: (text: string) => void;
  /** Keeps a process in mind, so that it ends with the run at the latest. */
  adopt<Child extends ChildProcess>(child: Child): Child;
  /** Ends all processes; whatever waits for one of them fails, and no more are started. */
  interrupt(): Promise<void>;
  /** Does this when the run is over and its processes have ended. */
  atEnd(work: () => Promise<void>): void;
  close(): Promise<void>;
};

export async function openWorkshop(progress: (text: string) => void): Promise<Workshop> {
  const folder = await mkdtemp(join(tmpdir(), "repute-bench-"));
  const children = new Set<ChildProcess>();
  const last: (() => Promise<void>)[] = [];
  let isOver = false;

  // For an end that nobody foresaw: nothing can be waited for any more.
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
      // Whoever waits for the process hears of its end; a message that came too late for it is nobody's fault.
      child.on("error", () => {});
      if (!isOver) return child;
      void endProcess(child);
      throw new Error("the run is over: no more processes are started");
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

/** Ends a child process and waits until it is gone. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  const insist = setTimeout(() => child.kill("SIGKILL"), patience);
  await gone;
  clearTimeout(insist);
}

/** Where progress is shown; `isTTY` when a person watches. */
export type Screen = { readonly isTTY?: boolean; readonly columns?: number; write(text: string): unknown };

export type Progress = { show(text: string): void; end(): void };

const clear = "\r\u001b[K";

/** One line that is written over and over where a person watches; nothing anywhere else. */
export function progressOn(screen: Screen): Progress {
  if (screen.isTTY !== true) return { show: () => {}, end: () => {} };
  return {
    show: (text) => void screen.write(clear + text.slice(0, (screen.columns ?? 80) - 1)),
    end: () => void screen.write(clear),
  };
}
