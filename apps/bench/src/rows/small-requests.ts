import { download } from "../clients/download.js";
import { hammer } from "../clients/hammer.js";
import { ask } from "../clients/requests.js";
import { percentile } from "../results/findings.js";
import { ms, row, share, sqlite } from "../row.js";
import type { Server } from "../servers/server.js";
import type { Stage } from "../stage.js";
import { endpoint } from "../stage.js";

const enough = 2_000;
const mostLists = 10;

/** Small requests, while whole lists are taken from the same server one after another. */
export const smallRequests = row({
  title: "small requests during lists",
  headings: ({ engine }) => ({
    small_request_p99: ms("While whole lists are sent, 99 % of small requests take at most this time", {
      most: engine === sqlite ? 10 : 15,
    }),
  }),
  measure: async (stage, { repute }) => ({
    small_request_p99: await slowestDuring(stage, repute, "/v2/reviews", listsToAsk(stage.plan.rows)),
  }),
});

/** Small requests and nothing else, beside those that read nothing, which run through the same server. */
export const requestRates = row({
  title: "small requests alone",
  warmsUp: true,
  headings: ({ engine }) => ({
    locations_x_healthz: share("/v2/locations reaches this percentage of the requests per second of /healthz", {
      least: engine === sqlite ? 0.6 : 0.35,
    }),
  }),
  async measure({ client }, { repute }) {
    const rateOf = (path: string) => client.run(hammer, { ...repute, paths: [path], requests: 10_000, connections: 4 });
    return { locations_x_healthz: (await rateOf("/v2/locations")) / (await rateOf("/healthz")) };
  },
});

/** How many lists of so many rows it takes to ask often enough. */
const listsToAsk = (rows: number): number => Math.min(Math.max(3, Math.ceil((enough * 1_000) / rows)), mostLists);

/** The 99th percentile of small requests, in milliseconds, while so many lists are taken. */
export const slowestDuring = (stage: Stage, server: Server, path: string, lists: number): Promise<number> =>
  slowestWhile(stage, server, async () => {
    for (let time = 0; time < lists; time += 1) await stage.client.run(download, endpoint(server, path));
  });

/** The same while something is done. */
export async function slowestWhile({ asker }: Stage, server: Server, work: () => Promise<void>): Promise<number> {
  const asking = asker.run(ask, endpoint(server, "/v2/locations"));
  const [took] = await Promise.all([asking, work().finally(() => asker.stop())]);
  return percentile(took, 0.99);
}
