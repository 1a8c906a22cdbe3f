import { type ChildProcess, fork } from "node:child_process";
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

/** A child process that runs one job at a time. */
export type Worker = {
  readonly pid: number;
  run<Order, Reply>(job: Job<Order, Reply>, order: Order): Promise<Reply>;
  /** Asks the running job to finish. */
  stop(): void;
  close(): Promise<void>;
};

/** Starts a worker process. `flags` are command-line flags for Node. */
export function startWorker({ adopt, progress }: Workshop, flags: readonly string[] = []): Worker {
  const child = adopt(fork(require.resolve("./child-main.js"), { execArgv: [...flags] }));
  return {
    pid: child.pid ?? 0,
    run: (job, order) => reply(child, job, order, progress),
    stop: () => void child.send({ type: "stop" } satisfies ToChild),
    close: () => endProcess(child),
  };
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

function reply<Order, Reply>(
  child: ChildProcess,
  { file, name }: Job<Order, Reply>,
  order: Order,
  progress: (text: string) => void,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const end = () => child.off("message", hear).off("exit", fail).off("error", fail);
    const fail = () => {
      end();
      reject(new Error(`the process for ${name} exited before its job was complete`));
    };
    const hear = (message: FromChild) => {
      if (message.type === "progress") return progress(message.text);
      end();
      if (message.type === "failure") reject(new Error(`${name}: ${message.message}`));
      else resolve(message.reply as Reply);
    };
    child.on("message", hear).on("exit", fail).on("error", fail);
    child.send({ type: "work", file, name, order } satisfies ToChild, (error) => error && fail());
  });
}

/** Functions and signals that each job receives. */
type JobTools = {
  progress(text: string): void;
  /** Signal that aborts when the job should finish. */
  readonly stop: AbortSignal;
};

type Work<Order, Reply> = (order: Order, tools: JobTools) => Promise<Reply>;

/** Work that runs in a child process. Its input and result are sent as JSON. */
type Job<Order, Reply> = {
  readonly name: string;
  /** Path of the module that defines the job. */
  readonly file: string;
  readonly work: Work<Order, Reply>;
};

const known = new Map<string, Work<never, unknown>>();

/**
 * Defines a job.
 * Call this function at the top level of a module, because the child process loads the module by its file name.
 */
export function job<Order, Reply>(file: string, name: string, work: Work<Order, Reply>): Job<Order, Reply> {
  known.set(name, work);
  return { file, name, work };
}

/** Returns a job by its name. Child processes call it. First loads the module that defines the job. */
export async function findJob({ file, name }: { readonly file: string; readonly name: string }) {
  await import(file);
  const found = known.get(name);
  if (!found) throw new Error(`${file} makes no job ${name}`);
  return found as Work<unknown, unknown>;
}

export type ToChild =
  | { readonly type: "work"; readonly file: string; readonly name: string; readonly order: unknown }
  | { readonly type: "stop" };

export type FromChild =
  | { readonly type: "progress"; readonly text: string }
  | { readonly type: "reply"; readonly reply: unknown }
  | { readonly type: "failure"; readonly message: string };
