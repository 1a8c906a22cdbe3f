import { newestPath } from "../plan.js";
import { percentile } from "../results/statistics.js";
import type { Server } from "../servers/server.js";
import type { Stage } from "../stage.js";
import { endpoint } from "../stage.js";

const enough = 2_000;
const mostLists = 10;

/** Takes whole lists one after another while somebody asks small requests; answers the 99th percentile of those in milliseconds. */
export async function smallRequestMeanwhile(stage: Stage, repute: Server): Promise<number> {
  return meanwhile(stage, repute, "/v2/reviews", Math.min(listsToAsk(stage.plan.rows), mostLists));
}

/** The same for the naive way, and one list. */
export async function smallRequestNaively(stage: Stage): Promise<number> {
  return meanwhile(stage, stage.naive, newestPath(stage.plan.rows, stage.sizes.naive), 1);
}

/** How many lists of so many rows it takes to ask often enough. */
const listsToAsk = (rows: number): number => Math.max(3, Math.ceil((enough * 1_000) / rows));

async function meanwhile({ client, asker }: Stage, server: Server, path: string, lists: number): Promise<number> {
  const asking = asker.run("ask", endpoint(server, "/v2/locations"));
  const taking = takeLists();
  const [took] = await Promise.all([asking, taking]);
  return percentile(took, 0.99);

  async function takeLists(): Promise<void> {
    try {
      for (let count = 0; count < lists; count += 1) await client.run("download", endpoint(server, path));
    } finally {
      asker.stop();
    }
  }
}
