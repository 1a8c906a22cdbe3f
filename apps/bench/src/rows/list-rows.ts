import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { openDatabase } from "@repute/adapter-typeorm";
import type { AccountId } from "@repute/domain";
import { recall, surveyId } from "../data/accounts.js";
import { median } from "../results.js";
import { count } from "../plan.js";
import { type Engine, ms, repeated, row, share, sqlite, x } from "../row.js";
import { curl, type Download, download, hammer } from "../servers/clients.js";
import { timeCopy } from "../servers/postgres.js";
import type { Server } from "../servers/servers.js";
import { endpoint, type Stage } from "../stage.js";
import { job } from "../workshop.js";

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

/** Number of downloads. Each takes only a few milliseconds, so few downloads would give an inexact median. */
const often = 20;

/**
 * Compares the speeds of a list that is stored in gzip and a list that is compressed while it is sent.
 * The two lists contain the same rows in opposite sort orders.
 */
export const sealedLists = row({
  title: "lists in gzip",
  warmsUp: true,
  headings: ({ engine }) => ({
    sealed_x_limit: share("Speed of a whole list in gzip, relative to nginx sending a compressed file", {
      min: engine === sqlite ? 0.3 : 0.25,
    }),
    sealed_x_on_the_fly: x(
      "Speed of a list that is stored compressed, relative to a list that is compressed while it is sent",
      { min: 15 },
    ),
  }),
  async measure(stage, { repute }) {
    const { limit, loader, workshop } = stage;
    await loader.run(compress, { from: `${workshop.folder}/list.json` });
    const take = async (server: Server, path: string, times?: number) => {
      const headers = { ...server.headers, "Accept-Encoding": "gzip" };
      return (await takeList(stage, { ...server, headers }, path, { times })).milliseconds;
    };
    const nginx = limit.kind === "nginx" ? await take(limit, "/list.json", often) : undefined;
    const whole = await take(repute, "/v2/reviews", often);
    return {
      sealed_x_limit: nginx && nginx / whole,
      sealed_x_on_the_fly: (await take(repute, "/v2/reviews?order=asc")) / whole,
    };
  },
});

/** Compresses a file for nginx's `gzip_static`. */
const compress = job(__filename, "compress", async ({ from }: { readonly from: string }) => {
  await pipeline(createReadStream(from), createGzip(), createWriteStream(`${from}.gz`));
});

/** Measures how fast the change feed returns all reviews, relative to the list of reviews. */
export const changes = row({
  title: "changes",
  warmsUp: true,
  headings: () => ({
    changes_x_list: share("Rows per second when the change feed returns all reviews, relative to the whole list", {
      min: 0.5,
    }),
  }),
  async measure(stage, { repute }) {
    const take = async (path: string) => (await takeList(stage, repute, path)).milliseconds;
    return { changes_x_list: (await take("/v2/reviews")) / (await take("/v2/changes?lists=reviews")) };
  },
});

const customFilter = encodeURIComponent(JSON.stringify({ [`custom_fields.${recall}`]: ["eq", "yes"] }));

const speedOf = ({ bytes, milliseconds }: Download): number => bytes / milliseconds;

/** Measures requests for other lists and for filtered reviews, relative to a request for all reviews. */
export const filters = row({
  title: "other lists and filters",
  headings: () => ({
    invites_x_reviews: share("Bytes per second of a whole list of invites, relative to a whole list of reviews"),
    responses_x_reviews: share(
      "Bytes per second of a whole list of survey responses, relative to a whole list of reviews",
    ),
    provider_filter: share("Time to read the reviews of 1 of 30 providers, relative to reading the whole list", {
      max: 0.33,
    }),
    custom_filter: share(
      "Time to read the 1 in 50 reviews that have a custom field, relative to reading the whole list",
      { max: 0.33 },
    ),
  }),
  async measure(stage, { repute }) {
    const take = (path: string) => takeList(stage, repute, path);
    const whole = await take("/v2/reviews");
    return {
      invites_x_reviews: speedOf(await take("/v2/invites")) / speedOf(whole),
      responses_x_reviews: speedOf(await take(`/v2/survey-responses?survey_id=${surveyId}`)) / speedOf(whole),
      provider_filter: (await take("/v2/reviews?provider_id=107")).milliseconds / whole.milliseconds,
      custom_filter: (await take(`/v2/reviews?custom_filters=${customFilter}`)).milliseconds / whole.milliseconds,
    };
  },
});

/** Measures the time for averages and for the widget's reviews, relative to the time for the whole list. */
export const aggregates = row({
  title: "averages and the widget's reviews",
  warmsUp: true,
  headings({ sizes }) {
    // Set no target for short lists, because the fixed cost of a request dominates.
    const target = sizes.rows >= 200_000 ? { max: 0.05 } : undefined;
    return {
      average: share("Time to read the average of all public reviews, relative to reading the whole list", target),
      combined_average: share(
        "Time to read the average of 1 of 30 providers, relative to reading the whole list",
        target,
      ),
      shown_reviews: share("Time to read the reviews of a widget, relative to reading the whole list", target),
    };
  },
  async measure(stage, { repute }) {
    const take = async (path: string) => (await takeList(stage, repute, path)).milliseconds;
    const whole = await take("/v2/reviews");
    return {
      average: (await take("/v2/aggregate-averages")) / whole,
      combined_average: (await take("/v2/aggregate-combined-average?provider_id=107")) / whole,
      shown_reviews: (await take("/v2/aggregate-reviews")) / whole,
    };
  },
});

const connections = 4;

/** Requests 100 rows at a time from all parts of the list, first from the service and then from the baseline. */
export const hundredRows = row({
  title: "lists of 100 rows",
  warmsUp: true,
  headings: ({ engine }) => ({
    hundred_rows_x_naive: x("Requests per second for lists of 100 rows, relative to the baseline", {
      min: engine === sqlite ? 6 : 4,
    }),
  }),
  async measure({ client }, { data, repute, naive }) {
    const paths = data.hundreds.map(({ path }) => path);
    const built = paths.map((path) => path.replace("/v2/reviews", "/v2/reviews/built"));
    const rate = await client.run(hammer, { ...repute, paths, requests: 2_000, connections });
    return {
      hundred_rows_x_naive: rate / (await client.run(hammer, { ...naive, paths: built, requests: 200, connections })),
    };
  },
});

/**
 * Compares three ways to read the whole list from PostgreSQL: over HTTP, from the adapter alone, and with `psql \copy`.
 */
export const besidePsql = row({
  title: "lists beside psql",
  headings: () => ({
    list_x_copy: x("Speed of a whole list over HTTP, relative to psql \\copy", { min: 1.3 }),
    adapter_x_copy: x("Speed of a whole list read without HTTP, relative to psql \\copy", { min: 0.6 }),
  }),
  async measure(stage, { server, repute, data }) {
    if (!server) throw new Error("psql has nothing to copy from");
    const { workshop, sizes, bytes, loader } = stage;
    const copy = median(await repeated(sizes.repeats, () => timeCopy(workshop, server, data)));
    const whole = await takeList(stage, repute, "/v2/reviews", { minBytes: bytes });
    const { milliseconds, items } = await loader.run(readList, { ...data, times: sizes.repeats });
    if (items !== sizes.rows) throw new Error(`the adapter read ${items} items`);
    return { list_x_copy: copy / whole.milliseconds, adapter_x_copy: copy / median(milliseconds) };
  },
});

type Reading = { readonly url: string; readonly account: number; readonly times: number };

/**
 * Reads the whole list from the adapter, without HTTP, and discards the items.
 * Returns the times in milliseconds and the number of items.
 */
const readList = job(__filename, "readList", async ({ url, account, times }: Reading) => {
  const { storage, close } = await openDatabase({ url });
  const milliseconds: number[] = [];
  let items = 0;
  try {
    for (let time = 0; time < times; time += 1) {
      items = 0;
      const started = performance.now();
      for await (const batch of storage.feed.read(account as AccountId, "reviews", {})) items += batch.count;
      milliseconds.push(performance.now() - started);
    }
    return { milliseconds, items };
  } finally {
    await close();
  }
});

/** Downloads a list repeatedly, and returns the medians. `times` depends on the size of the list by default. */
async function takeList(
  { client, sizes }: Stage,
  server: Server,
  path: string,
  { times = sizes.repeats, minBytes = 0 }: { readonly times?: number | undefined; readonly minBytes?: number } = {},
): Promise<Download> {
  const downloads = await repeated(times, () => client.run(download, endpoint(server, path)));
  const bytes = Math.min(...downloads.map(({ bytes }) => bytes));
  if (bytes < minBytes) throw new Error(`${path}: the response ended after ${bytes} bytes`);
  return {
    firstByte: median(downloads.map(({ firstByte }) => firstByte)),
    milliseconds: median(downloads.map(({ milliseconds }) => milliseconds)),
    bytes,
  };
}

async function timeCurl({ client, sizes }: Stage, server: Server, path: string): Promise<number | undefined> {
  const took = await repeated(sizes.repeats, () => client.run(curl, endpoint(server, path)));
  const measured = took.filter((one) => one !== undefined);
  return measured.length === 0 ? undefined : median(measured);
}
