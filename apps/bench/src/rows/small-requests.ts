import { download } from "../clients/download.js";
import { hammer } from "../clients/hammer.js";
import { ask } from "../clients/requests.js";
import { percentile } from "../results/findings.js";
import type { Row } from "../row.js";
import type { Server } from "../servers/server.js";
import type { Stage } from "../stage.js";
import { endpoint } from "../stage.js";

const enough = 2_000;
const mostLists = 10;

/** Small requests, while whole lists are taken from the same server one after another. */
const smallRequests = (engine: string, serverOf: (stage: Stage) => Server | undefined): Row<number> => ({
  title: `${engine}small requests during lists`,
  async measure(stage) {
    const server = serverOf(stage);
    return server && slowestDuring(stage, server, "/v2/reviews", listsToAsk(stage.plan.rows));
  },
  figures: (values) => [
    {
      key: `${engine === "" ? "" : "postgres_"}small_request_p99`,
      label: `${engine}small request during whole lists, 99th percentile`,
      unit: "ms",
      values,
      target: { most: engine === "" ? 10 : 15 },
    },
  ],
});

type Rates = { readonly locations: number; readonly healthz: number };

/** Small requests and nothing else, compared with those that read nothing, which run through the same server. */
const requestRates = (engine: string, least: number, serverOf: (stage: Stage) => Server | undefined): Row<Rates> => ({
  title: `${engine}small requests alone`,
  warmsUp: true,
  async measure(stage) {
    const server = serverOf(stage);
    if (!server) return undefined;
    const rateOf = (path: string) =>
      stage.client.run(hammer, { ...server, paths: [path], requests: 10_000, connections: 4 });
    return { locations: await rateOf("/v2/locations"), healthz: await rateOf("/healthz") };
  },
  figures: (rounds) => [
    {
      key: `${engine === "" ? "" : "postgres_"}locations_x_healthz`,
      label: `${engine}/v2/locations a second, relative to /healthz`,
      unit: "x",
      values: rounds.map(({ locations, healthz }) => locations / healthz),
      target: { least },
    },
  ],
});

export const smallRequestsOnSqlite = smallRequests("", ({ repute }) => repute);
export const smallRequestsOnPostgres = smallRequests("PostgreSQL: ", ({ postgres }) => postgres?.repute);

export const requestRatesOnSqlite = requestRates("", 0.6, ({ repute }) => repute);
export const requestRatesOnPostgres = requestRates("PostgreSQL: ", 0.35, ({ postgres }) => postgres?.repute);

/** How many lists of so many rows it takes to ask often enough. */
const listsToAsk = (rows: number): number => Math.min(Math.max(3, Math.ceil((enough * 1_000) / rows)), mostLists);

/** The 99th percentile of small requests, in milliseconds, while so many lists are taken. */
export async function slowestDuring(
  { client, asker }: Stage,
  server: Server,
  path: string,
  lists: number,
): Promise<number> {
  const asking = asker.run(ask, endpoint(server, "/v2/locations"));
  const [took] = await Promise.all([asking, takeLists()]);
  return percentile(took, 0.99);

  async function takeLists(): Promise<void> {
    try {
      for (let time = 0; time < lists; time += 1) await client.run(download, endpoint(server, path));
    } finally {
      asker.stop();
    }
  }
}
