import { curl } from "../clients/curl.js";
import { type Download, download } from "../clients/download.js";
import { median } from "../results/findings.js";
import { count, type Engine, ms, row, share, sqlite, x } from "../row.js";
import type { Server } from "../servers/server.js";
import { endpoint, type Stage } from "../stage.js";

/**
 * Minimum speed relative to the program that sends a static file.
 * The minimum is higher for Node's `http`, because it is slower than nginx.
 */
const shareOfLimit = { nginx: 0.3, "Node's http": 0.37 } as const;

const shareOf = (limit: keyof typeof shareOfLimit, engine: Engine) => ({
  min: engine === sqlite ? shareOfLimit[limit] : shareOfLimit[limit] / 2,
});

/**
 * Compares downloads of lists with downloads of a static file.
 * The two downloads of the whole list follow directly after each other.
 */
export const wholeLists = row({
  title: "lists",
  headings: ({ sizes, limit, engine }) => ({
    list_x_limit: share(`Speed of a whole list, relative to ${limit}`, shareOf(limit, engine)),
    curl_x_limit: share(`Speed of a whole list received by curl, relative to ${limit}`, shareOf(limit, engine)),
    list_x_naive: x(`Speed of a list of ${count(sizes.naive)} rows, relative to the baseline`, {
      min: engine === sqlite ? 40 : 20,
    }),
    list_first_byte: ms("Time until Repute sends the first byte of a whole list", { max: 10 }),
    // The time per row should be constant. The target allows for measurement error.
    time_a_row: share(
      `Time per row in a list of ${count(sizes.rows)} rows, relative to a list of ${count(sizes.part)} rows`,
      { max: 1.2 },
    ),
    naive_first_byte: ms("Time until the baseline sends the first byte of a list"),
    limit_first_byte: ms(`Time until ${limit} sends the first byte of the list`),
  }),
  async measure(stage, { repute, naive, data }) {
    const { sizes, client } = stage;
    const all = { minBytes: stage.bytes };
    const limit = await takeList(stage, stage.limit, "/list.json", all);
    const whole = await takeList(stage, repute, "/v2/reviews", all);
    const limitWithCurl = await timeCurl(stage, stage.limit, "/list.json");
    const wholeWithCurl = await timeCurl(stage, repute, "/v2/reviews");
    const part = await takeList(stage, repute, data.part.path);
    const same = data.naive.path === "/v2/reviews" ? whole : await takeList(stage, repute, data.naive.path);
    const naively = await client.run(download, endpoint(naive, data.naive.path));
    return {
      list_x_limit: limit.milliseconds / whole.milliseconds,
      curl_x_limit: limitWithCurl && wholeWithCurl && limitWithCurl / wholeWithCurl,
      list_x_naive: naively.milliseconds / same.milliseconds,
      list_first_byte: whole.firstByte,
      time_a_row: whole.milliseconds / sizes.rows / (part.milliseconds / sizes.part),
      naive_first_byte: naively.firstByte,
      limit_first_byte: limit.firstByte,
    };
  },
});

/** Downloads a list repeatedly, and returns the medians. `times` depends on the size of the list by default. */
export async function takeList(
  { client, sizes }: Stage,
  server: Server,
  path: string,
  { times = sizes.repeats, minBytes = 0 }: { readonly times?: number | undefined; readonly minBytes?: number } = {},
): Promise<Download> {
  const downloads: Download[] = [];
  for (let time = 0; time < times; time += 1) {
    const one = await client.run(download, endpoint(server, path));
    if (one.bytes < minBytes) throw new Error(`${path}: the response ended after ${one.bytes} bytes`);
    downloads.push(one);
  }
  return {
    firstByte: median(downloads.map(({ firstByte }) => firstByte)),
    milliseconds: median(downloads.map(({ milliseconds }) => milliseconds)),
    bytes: downloads[0]?.bytes ?? 0,
  };
}

async function timeCurl({ client, sizes }: Stage, server: Server, path: string): Promise<number | undefined> {
  const took: number[] = [];
  for (let time = 0; time < sizes.repeats; time += 1) {
    const one = await client.run(curl, endpoint(server, path));
    if (one === undefined) return undefined;
    took.push(one);
  }
  return median(took);
}
