import type { Worker } from "./children/worker.js";
import { startWorker } from "./children/worker.js";
import type { Endpoint } from "./clients/endpoint.js";
import type { Data } from "./data/make-data.js";
import type { Prepared } from "./data/prepare-data.js";
import { prepareData } from "./data/prepare-data.js";
import type { Plan, Sizes } from "./plan.js";
import { sizesOf } from "./plan.js";
import type { Exchanges } from "./exchanges/open-exchanges.js";
import { openExchanges } from "./exchanges/open-exchanges.js";
import { preparePostgres } from "./postgres/prepare-postgres.js";
import type { PostgresServer } from "./postgres/start-postgres.js";
import { startPostgres } from "./postgres/start-postgres.js";
import type { Server } from "./servers/server.js";
import { startNaive } from "./servers/start-naive.js";
import { startRepute } from "./servers/start-repute.js";
import type { Workshop } from "./workshop.js";

/** The service and the naive way, on the same data. */
export type Rivals = { readonly data: Data; readonly repute: Server; readonly naive: Server };

/** The same on PostgreSQL. */
export type PostgresStage = Rivals & { readonly server: PostgresServer };

/** What a run measures, and what it measures with: each in a process of its own. */
export type Stage = Rivals & {
  readonly workshop: Workshop;
  readonly plan: Plan;
  readonly sizes: Sizes;
  /** Absent where it is not installed, or not asked for. */
  readonly postgres?: PostgresStage;
  readonly exchanges: Exchanges;
  /** Takes lists. */
  readonly client: Worker;
  /** Asks small requests meanwhile. */
  readonly asker: Worker;
  /** Works on databases without a server. */
  readonly loader: Worker;
};

/** Makes the data and starts everything. */
export async function openStage(workshop: Workshop, plan: Plan): Promise<Stage> {
  const rivals = await startRivals(workshop, await prepareData(workshop, plan));
  const postgres = plan.postgres ? await openPostgresStage(workshop, plan) : undefined;
  return {
    ...rivals,
    workshop,
    plan,
    sizes: sizesOf(plan.rows),
    ...(postgres && { postgres }),
    exchanges: await openExchanges(workshop),
    client: startWorker(workshop),
    asker: startWorker(workshop),
    loader: startWorker(workshop),
  };
}

async function openPostgresStage(workshop: Workshop, plan: Plan): Promise<PostgresStage | undefined> {
  const server = await startPostgres(workshop);
  if (!server) return undefined;
  return { server, ...(await startRivals(workshop, await preparePostgres(workshop, server, plan))) };
}

const startRivals = async (workshop: Workshop, data: Prepared): Promise<Rivals> => ({
  data,
  repute: await startRepute(workshop, data),
  naive: await startNaive(workshop, data),
});

export const endpoint = ({ port, headers }: Server, path: string): Endpoint => ({ port, headers, path });
