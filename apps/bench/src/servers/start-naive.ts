import { startWorker } from "../children/worker.js";
import type { Prepared } from "../data/prepare-data.js";
import type { Workshop } from "../workshop.js";
import type { Server } from "./server.js";

/** It needs gigabytes for what the service does in megabytes; by itself Node would stop it on small machines. */
const heap = "--max-old-space-size=8192";

/** Starts the naive way. */
export async function startNaive(workshop: Workshop, { naiveUrl, token }: Prepared): Promise<Server> {
  const worker = startWorker(workshop, [heap]);
  const port = await worker.run("serveNaively", { url: naiveUrl });
  return { port, pid: worker.pid, headers: { "api-token": token }, close: worker.close };
}
