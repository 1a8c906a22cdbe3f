import type { Download } from "../clients/download.js";
import { download } from "../clients/download.js";
import { median } from "../results/findings.js";
import type { Row } from "../row.js";
import { count } from "../row.js";
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

/** Node's own delivery reaches 0.81 of nginx's, hence its own target. */
const shareOfLimit = { nginx: { least: 0.25 }, "Node's http": { least: 0.31 } } as const;

/** Lists one after another, the whole one right behind its limit. */
export const wholeLists: Row<ListRound> = {
  title: "lists",
  async measure(stage) {
    const { data, limit, bytes, repute, naive, client } = stage;
    const limitTook = await takeList(stage, limit, "/list.json", bytes);
    const whole = await takeList(stage, repute, "/v2/reviews", bytes);
    const same = data.naive.path;
    return {
      limit: limitTook,
      whole,
      tenth: await takeList(stage, repute, data.tenth.path),
      same: same === "/v2/reviews" ? whole : await takeList(stage, repute, same),
      naive: await client.run(download, endpoint(naive, same)),
    };
  },
  figures(rounds, { sizes, limit }) {
    const each = (value: (round: ListRound) => number) => rounds.map(value);
    return [
      {
        key: "list_x_limit",
        label: `whole list, speed relative to ${limit.kind}`,
        unit: "x",
        values: each((round) => round.limit.milliseconds / round.whole.milliseconds),
        target: shareOfLimit[limit.kind],
      },
      {
        key: "list_x_naive",
        label: `whole list, speed relative to the naive way (${count(sizes.naive)} rows)`,
        unit: "x",
        values: each(({ naive, same }) => naive.milliseconds / same.milliseconds),
        target: { least: 40 },
      },
      {
        key: "list_first_byte",
        label: "whole list, time to the first byte",
        unit: "ms",
        values: each(({ whole }) => whole.firstByte),
        target: { most: 10 },
      },
      {
        key: "time_a_row",
        label: `time a row, ${count(sizes.rows)} rows relative to ${count(sizes.tenth)}`,
        unit: "x",
        values: each(({ whole, tenth }) => whole.milliseconds / sizes.rows / (tenth.milliseconds / sizes.tenth)),
        // Linear, with room for what a short measurement is off by.
        target: { most: 1.2 },
      },
      {
        key: "naive_first_byte",
        label: "naive way, time to the first byte",
        unit: "ms",
        values: each(({ naive }) => naive.firstByte),
      },
      {
        key: "limit_first_byte",
        label: `${limit.kind}, time to the first byte`,
        unit: "ms",
        values: each((round) => round.limit.firstByte),
      },
    ];
  },
};

/** Takes a list as often as its size asks for; returns the medians. */
export async function takeList(
  { client, sizes }: Stage,
  server: Server,
  path: string,
  leastBytes = 0,
): Promise<Download> {
  const taken: Download[] = [];
  for (let time = 0; time < sizes.repeats; time += 1) {
    const one = await client.run(download, endpoint(server, path));
    if (one.bytes < leastBytes) throw new Error(`${path}: the response ended after ${one.bytes} bytes`);
    taken.push(one);
  }
  return {
    firstByte: median(taken.map(({ firstByte }) => firstByte)),
    milliseconds: median(taken.map(({ milliseconds }) => milliseconds)),
    bytes: taken[0]?.bytes ?? 0,
  };
}
