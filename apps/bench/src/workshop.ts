import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Temporary folder and child processes of a benchmark run. */
export type Workshop = {
  readonly folder: string;
  /** Registers a process so that it ends with the run. */
  adopt<Child extends ChildProcess>(child: Child): Child;
  /** Ends all processes and prevents new ones. Operations that wait for a process then fail. */
  interrupt(): Promise<void>;
  /** Registers a function to run after all processes have ended. */
  atEnd(work: () => Promise<void>): void;
  close(): Promise<void>;
};

export async function openWorkshop(): Promise<Workshop> {
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
type Screen = { readonly isTTY?: boolean; readonly columns?: number; write(text: string): unknown };

type Progress = { show(text: string): void; end(): void };

const clear = "\r\u001b[K";

/** Shows progress on one line of a terminal. Writes nothing to other streams. */
export function progressOn(screen: Screen): Progress {
  if (screen.isTTY !== true) return { show: () => {}, end: () => {} };
  return {
    show: (text) => void screen.write(clear + text.slice(0, (screen.columns ?? 80) - 1)),
    end: () => void screen.write(clear),
  };
}

/** Progress of the run. Child processes write to the same line. */
export const progress = progressOn(process.stderr);

/** A child process that runs one job at a time. */
export type Worker = {
  readonly pid: number;
  run<Order, Reply>(job: Job<Order, Reply>, order: Order): Promise<Reply>;
  close(): Promise<void>;
};

/** Starts a worker process. `flags` are command-line flags for Node. */
export function startWorker({ adopt }: Workshop, flags: readonly string[] = []): Worker {
  const child = adopt(fork(__filename, { execArgv: [...flags] }));
  return { pid: child.pid ?? 0, run: (job, order) => runIn(child, job, order), close: () => endProcess(child) };
}

/** Runs one job in a new child process. */
export async function runAlone<Order, Reply>(workshop: Workshop, job: Job<Order, Reply>, order: Order): Promise<Reply> {
  const worker = startWorker(workshop);
  try {
    return await worker.run(job, order);
  } finally {
    await worker.close();
  }
}

/** Work that runs in a child process. Its input and result are sent as JSON. */
export type Job<Order, Reply> = {
  readonly name: string;
  /** Path of the module that defines the job. */
  readonly file: string;
  readonly work: Work<Order, Reply>;
};

type Work<Order, Reply> = (order: Order) => Promise<Reply>;

const known = new Map<string, Work<never, unknown>>();

/**
 * Defines a job.
 * Call this function at the top level of a module, because the child process loads the module by its file name.
 */
export function job<Order, Reply>(file: string, name: string, work: Work<Order, Reply>): Job<Order, Reply> {
  known.set(name, work as Work<never, unknown>);
  return { file, name, work };
}

type ToChild = { readonly file: string; readonly name: string; readonly order: unknown };
type FromChild = { readonly reply?: unknown; readonly failure?: string };

async function runIn<Order, Reply>(child: ChildProcess, { file, name }: Job<Order, Reply>, order: Order) {
  const answered = new AbortController();
  const exited = once(child, "exit", answered).then(() => [{ failure: "its process exited before it was complete" }]);
  try {
    child.send({ file, name, order } satisfies ToChild);
    const [{ failure, reply }] = (await Promise.race([once(child, "message", answered), exited])) as [FromChild];
    if (failure !== undefined) throw new Error(`${name}: ${failure}`);
    return reply as Reply;
  } finally {
    answered.abort();
  }
}

/** Runs jobs in a child process until its parent process disconnects. */
function serveJobs(): void {
  process.on("message", async ({ file, name, order }: ToChild) => {
    process.send?.(await answer(file, name, order));
  });
  process.on("disconnect", () => process.exit());
  // Ignore Ctrl-C here: it reaches the whole process group, and the parent process stops its children.
  process.on("SIGINT", () => {});
}

async function answer(file: string, name: string, order: unknown): Promise<FromChild> {
  try {
    await import(file);
    return { reply: await known.get(name)?.(order as never) };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

// The workers run this module as a program.
if (require.main === module) serveJobs();
