import type { Worker } from "./children/worker.js";
import { startWorker } from "./children/worker.js";
import type { Endpoint } from "./clients/endpoint.js";
import type { Prepared } from "./data/prepare-data.js";
import type { Plan, Sizes } from "./plan.js";
import { sizesOf } from "./plan.js";
import type { Server } from "./servers/server.js";
import { startNaive } from "./servers/start-naive.js";
import { startRepute } from "./servers/start-repute.js";
import type { Workshop } from "./workshop.js";

/** What a run measures, and what it measures with: each in a process of its own. */
export type Stage = {
  readonly workshop: Workshop;
  readonly plan: Plan;
  readonly sizes: Sizes;
  readonly data: Prepared;
  readonly repute: Server;
  readonly naive: Server;
  /** Takes lists. */
  readonly client: Worker;
  /** Asks small requests meanwhile. */
  readonly asker: Worker;
  readonly loader: Worker;
};

export async function openStage(workshop: Workshop, plan: Plan, data: Prepared): Promise<Stage> {
  return {
    workshop,
    plan,
    sizes: sizesOf(plan.rows),
    data,
    repute: await startRepute(workshop, data),
    naive: await startNaive(workshop, data),
    client: startWorker(workshop),
    asker: startWorker(workshop),
    loader: startWorker(workshop),
  };
}

export const endpoint = ({ port, headers }: Server, path: string): Endpoint => ({ port, headers, path });
