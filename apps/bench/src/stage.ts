import { checkLists, type Rivals } from "./check-lists.js";
import { type Prepared, prepareData } from "./data/accounts.js";
import { type Plan, type Sizes, sizesOf } from "./plan.js";
import type { Endpoint } from "./servers/clients.js";
import { startNaive } from "./servers/naive-server.js";
import { type PostgresServer, preparePostgres, startPostgres } from "./servers/postgres.js";
import { type Limit, type Server, startLimit, startRepute } from "./servers/servers.js";
import { type Exchanges, openExchanges } from "./servers/token-servers.js";
import { startWorker, type Worker, type Workshop } from "./workshop.js";

/** The service and the baseline on PostgreSQL. */
export type PostgresStage = Rivals & { readonly server: PostgresServer };

/** Servers, clients and settings of a benchmark run. Each server and client is a separate process. */
export type Stage = Rivals & {
  readonly workshop: Workshop;
  readonly plan: Plan;
  readonly sizes: Sizes;
  /** Server that sends the bytes of the whole list as fast as possible. */
  readonly limit: Limit;
  /** Size of the whole list in bytes. */
  readonly bytes: number;
  /** The servers that use PostgreSQL. Undefined if PostgreSQL is not installed, or if the run does not measure it. */
  readonly postgres?: PostgresStage;
  readonly exchanges: Exchanges;
  /** Worker process that downloads lists. */
  readonly client: Worker;
  /** Worker process that sends small requests while lists are downloaded. */
  readonly requester: Worker;
  /** Worker process that uses databases without a server. */
  readonly loader: Worker;
};

/** Prepares the data, starts all servers, and checks that the service and the baseline return the same items. */
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
    requester: startWorker(workshop),
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
