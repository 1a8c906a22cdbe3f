import { findJob, type FromChild, type ToChild } from "./workshop.js";

/** Entry point of a child process, which runs jobs until its parent disconnects. */
let stopping = new AbortController();

process.on("message", (message: ToChild) => {
  if (message.type === "stop") stopping.abort();
  else void work(message);
});
process.on("disconnect", () => process.exit());
// Ignore Ctrl-C here: it reaches the whole process group, and the parent process stops its children.
process.on("SIGINT", () => {});

async function work({ order, ...job }: ToChild & { readonly type: "work" }): Promise<void> {
  stopping = new AbortController();
  try {
    const work = await findJob(job);
    const progress = (text: string) => send({ type: "progress", text });
    send({ type: "reply", reply: await work(order, { progress, stop: stopping.signal }) });
  } catch (error) {
    send({ type: "failure", message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

function send(message: FromChild): void {
  process.send?.(message);
}
