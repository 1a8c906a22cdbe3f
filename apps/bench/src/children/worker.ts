import { type ChildProcess, fork } from "node:child_process";
import { endProcess, type Workshop } from "../workshop.js";
import type { FromChild, Job, ToChild } from "./job.js";

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
