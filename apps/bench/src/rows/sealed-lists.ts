import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { job } from "../children/job.js";
import { row, share, sqlite, x } from "../row.js";
import type { Server } from "../servers/server.js";
import { takeList } from "./whole-lists.js";

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
      {
        min: 15,
      },
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
