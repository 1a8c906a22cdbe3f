import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Prepared, prepareData } from "./data/accounts.js";
import { type Plan, type Sizes, sizesOf } from "./plan.js";
import { bodyAt, type Endpoint, saveBody } from "./servers/clients.js";
import { startNaive } from "./servers/naive-server.js";
import { type PostgresServer, preparePostgres, startPostgres } from "./servers/postgres.js";
import { type Limit, type Server, startLimit, startRepute } from "./servers/servers.js";
import { type Exchanges, openExchanges } from "./servers/token-servers.js";
import { job, progress, runAlone, startWorker, type Worker, type Workshop } from "./workshop.js";

/** The service and the baseline (the naive server), which serve the same data. */
export type Rivals = { readonly data: Prepared; readonly repute: Server; readonly naive: Server };

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
  /** Worker process that uses databases without a server. */
  readonly loader: Worker;
};

/** Prepares the data, starts all servers, and checks that the service and the baseline return the same items. */
export async function openStage(workshop: Workshop, plan: Plan): Promise<Stage> {
  const rivals = await startRivals(workshop, await prepareData(workshop, plan));
  const postgres = plan.postgres ? await openPostgresStage(workshop, plan) : undefined;
  for (const each of postgres ? [rivals, postgres] : [rivals]) await runAlone(workshop, checkLists, [each, plan.rows]);
  const file = join(workshop.folder, "list.json");
  return {
    ...rivals,
    workshop,
    plan,
    sizes: sizesOf(plan.rows),
    bytes: await saveBody(endpoint(rivals.repute, "/v2/reviews"), file),
    limit: await startLimit(workshop, file),
    ...(postgres && { postgres }),
    exchanges: await openExchanges(workshop),
    client: startWorker(workshop),
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

/** Requests every kind of list once. Throws if items are missing or the two servers return different items. */
const checkLists = job(__filename, "checkLists", async ([rivals, rows]: readonly [Rivals, number]) => {
  const { data, repute, naive } = rivals;
  progress.show("checking the responses");
  const ndjson = { ...repute, headers: { ...repute.headers, Accept: "application/x-ndjson" } };
  expectCount(await countLines(endpoint(ndjson, "/v2/reviews")), rows);
  const [hundred = data.naive] = data.hundreds;
  const built = hundred.path.replace("/v2/reviews", "/v2/reviews/built");
  for (const [{ path, count }, naivePath] of [
    [data.naive, data.naive.path],
    [hundred, built],
  ] as const) {
    const items = await itemsAt(endpoint(repute, path));
    expectCount(items.length, count);
    expectSame(items, await itemsAt(endpoint(naive, naivePath)));
  }
});

/** Counts the lines of a list. The list is streamed, because it may exceed the maximum string length. */
async function countLines(list: Endpoint): Promise<number> {
  let count = 0;
  for await (const piece of await bodyAt(list)) {
    for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) count += 1;
  }
  return count;
}

const itemsAt = async (list: Endpoint) =>
  ((await new Response(await bodyAt(list)).json()) as { readonly items: readonly unknown[] }).items;

function expectCount(found: number, expected: number): void {
  if (found !== expected) throw new Error(`a list has ${found} items where ${expected} were expected`);
}

function expectSame(ours: readonly unknown[], theirs: readonly unknown[]): void {
  expectCount(theirs.length, ours.length);
  const differs = ours.findIndex((item, index) => !isDeepStrictEqual(item, theirs[index]));
  if (differs === -1) return;
  throw new Error(`item ${differs} differs: ${JSON.stringify(ours[differs])} and ${JSON.stringify(theirs[differs])}`);
}
