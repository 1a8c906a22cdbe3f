import { download } from "../clients/download.js";
import { hammer } from "../clients/hammer.js";
import { ask } from "../clients/requests.js";
import { percentile } from "../results/findings.js";
import { ms, row, share, sqlite } from "../row.js";
import type { Server } from "../servers/server.js";
import { endpoint, type Stage } from "../stage.js";

const enough = 2_000;
const maxLists = 10;

/** Measures small requests while the same server sends whole lists. */
export const smallRequests = row({
  title: "small requests during lists",
  headings: ({ engine }) => ({
    small_request_p99: ms("99th percentile response time of small requests while whole lists are sent", {
      max: engine === sqlite ? 10 : 15,
    }),
  }),
  measure: async (stage, { repute }) => ({
    small_request_p99: await slowestDuring(stage, repute, "/v2/reviews", listsToAsk(stage.plan.rows)),
  }),
});

/** Compares small requests with health checks, which read no data. */
export const requestRates = row({
  title: "small requests alone",
  warmsUp: true,
  headings: ({ engine }) => ({
    locations_x_healthz: share("Requests per second to /v2/locations, relative to /healthz", {
      min: engine === sqlite ? 0.6 : 0.35,
    }),
  }),
  async measure({ client }, { repute }) {
    const rateOf = (path: string) => client.run(hammer, { ...repute, paths: [path], requests: 10_000, connections: 4 });
    return { locations_x_healthz: (await rateOf("/v2/locations")) / (await rateOf("/healthz")) };
  },
});

/** Returns how many lists to download, so that the downloads take long enough to measure many small requests. */
const listsToAsk = (rows: number): number => Math.min(Math.max(3, Math.ceil((enough * 1_000) / rows)), maxLists);

/**
 * Returns the 99th percentile of response times of small requests, in milliseconds, while `lists` lists are downloaded.
 */
export const slowestDuring = (stage: Stage, server: Server, path: string, lists: number): Promise<number> =>
  slowestWhile(stage, server, async () => {
    for (let time = 0; time < lists; time += 1) await stage.client.run(download, endpoint(server, path));
  });

/** Returns the 99th percentile of response times of small requests, in milliseconds, while `work` runs. */
export async function slowestWhile({ requester }: Stage, server: Server, work: () => Promise<void>): Promise<number> {
  const asking = requester.run(ask, endpoint(server, "/v2/locations"));
  const [took] = await Promise.all([asking, work().finally(() => requester.stop())]);
  return percentile(took, 0.99);
}
