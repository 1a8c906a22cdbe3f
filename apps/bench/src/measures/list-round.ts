import type { Download } from "../clients/download.js";
import { newestPath } from "../plan.js";
import { median } from "../results/statistics.js";
import type { Server } from "../servers/server.js";
import type { Stage } from "../stage.js";
import { endpoint } from "../stage.js";

/** How long lists took in one round. */
export type ListRound = {
  readonly limit: Download;
  readonly whole: Download;
  readonly tenth: Download;
  /** What is compared with the naive way: the same rows from both. */
  readonly same: Download;
  readonly naive: Download;
};

/** Takes lists one after another, the whole one right behind its limit. */
export async function measureLists(stage: Stage, limit: Server, bytes: number): Promise<ListRound> {
  const { plan, sizes, repute, naive } = stage;
  const samePath = newestPath(plan.rows, sizes.naive);
  const limitTook = await takeList(stage, limit, "/list.json", bytes);
  const whole = await takeList(stage, repute, "/v2/reviews", bytes);
  return {
    limit: limitTook,
    whole,
    tenth: await takeList(stage, repute, newestPath(plan.rows, sizes.tenth)),
    same: sizes.naive === plan.rows ? whole : await takeList(stage, repute, samePath),
    naive: await stage.client.run("download", endpoint(naive, samePath)),
  };
}

/** Takes a list as often as its size asks for; answers the medians. */
export async function takeList(
  { client, sizes }: Stage,
  server: Server,
  path: string,
  leastBytes = 0,
): Promise<Download> {
  const taken: Download[] = [];
  for (let count = 0; count < sizes.repeats; count += 1) {
    const one = await client.run("download", endpoint(server, path));
    if (one.bytes < leastBytes) throw new Error(`${path}: the answer ended after ${one.bytes} bytes`);
    taken.push(one);
  }
  return {
    firstByte: median(taken.map(({ firstByte }) => firstByte)),
    milliseconds: median(taken.map(({ milliseconds }) => milliseconds)),
    bytes: taken[0]?.bytes ?? 0,
  };
}
