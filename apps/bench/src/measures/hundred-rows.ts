import { windowPaths } from "../plan.js";
import type { Server } from "../servers/server.js";
import type { Stage } from "../stage.js";

/** Lists of 100 rows a second. */
export type HundredRows = { readonly repute: number; readonly naive: number };

const connections = 4;
const requests = { repute: 1_000, naive: 200 };

/** Asks for windows of 100 rows over a few connections, the service and the naive way in turn. */
export async function measureHundredRows(stage: Stage): Promise<HundredRows> {
  return {
    repute: await hammer(stage, stage.repute, "/v2/reviews", requests.repute),
    naive: await hammer(stage, stage.naive, "/v2/reviews/built", requests.naive),
  };
}

function hammer({ client, plan }: Stage, { port, headers }: Server, path: string, count: number): Promise<number> {
  return client.run("hammer", { port, headers, paths: windowPaths(path, plan.rows), requests: count, connections });
}
