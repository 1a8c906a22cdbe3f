import type { Job } from "./job.js";
import { jobs } from "./jobs.js";
import type { FromChild, ToChild } from "./messages.js";

/** A child process: does one job after another until its parent lets go of it. */
let stopping = new AbortController();

process.on("message", (message: ToChild) => {
  if (message.type === "stop") stopping.abort();
  else void work(message.job, message.order);
});
process.on("disconnect", () => process.exit());
// Ctrl-C reaches the whole group of processes: the parent decides what comes of it.
process.on("SIGINT", () => {});

async function work(name: keyof typeof jobs, order: unknown): Promise<void> {
  stopping = new AbortController();
  const job = jobs[name] as Job<unknown, unknown>;
  try {
    const progress = (text: string) => send({ type: "progress", text });
    send({ type: "reply", reply: await job(order, { progress, stop: stopping.signal }) });
  } catch (error) {
    send({ type: "failure", message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

function send(message: FromChild): void {
  process.send?.(message);
}
