import type { Rivals } from "./check-lists.js";
import { checkLists } from "./check-lists.js";
import type { Worker } from "./children/worker.js";
import { startWorker } from "./children/worker.js";
import type { Endpoint } from "./clients/requests.js";
import type { Prepared } from "./data/prepare-data.js";
import { prepareData } from "./data/prepare-data.js";
import type { Exchanges } from "./exchanges/open-exchanges.js";
import { openExchanges } from "./exchanges/open-exchanges.js";
import { startNaive } from "./naive/serve-naively.js";
import type { Plan, Sizes } from "./plan.js";
import { sizesOf } from "./plan.js";
import type { PostgresServer } from "./postgres/start-postgres.js";
import { preparePostgres, startPostgres } from "./postgres/start-postgres.js";
import type { Server } from "./servers/server.js";
import type { Limit } from "./servers/start-limit.js";
import { startLimit } from "./servers/start-limit.js";
import { startRepute } from "./servers/start-repute.js";
import type { Workshop } from "./workshop.js";

/** The same on PostgreSQL. */
export type PostgresStage = Rivals & { readonly server: PostgresServer };

/** What a run measures, and what it measures with: each in a process of its own. */
export type Stage = Rivals & {
  readonly workshop: Workshop;
  readonly plan: Plan;
  readonly sizes: Sizes;
  /** What delivers the bytes of the whole list as fast as they can be. */
  readonly limit: Limit;
  /** Of the whole list. */
  readonly bytes: number;
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

/** Makes the data, starts everything, and checks that the rivals say the same. */
export async function openStage(workshop: Workshop, plan: Plan): Promise<Stage> {
  const rivals = await startRivals(workshop, await prepareData(workshop, plan));
  const postgres = plan.postgres ? await openPostgresStage(workshop, plan) : undefined;
  const client = startWorker(workshop);
  if (postgres) await checkLists(workshop, client, postgres, plan.rows);
  const { file, bytes } = await checkLists(workshop, client, rivals, plan.rows);
  return {
    ...rivals,
    workshop,
    plan,
    sizes: sizesOf(plan.rows),
    limit: await startLimit(workshop, file),
    bytes,
    ...(postgres && { postgres }),
    exchanges: await openExchanges(workshop),
    client,
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
