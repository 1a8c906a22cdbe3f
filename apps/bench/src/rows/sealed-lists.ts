import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { openDatabase } from "@repute/adapter-typeorm";
import type { AccountId } from "@repute/domain";
import { job } from "../children/job.js";
import type { Served } from "../row.js";
import { row, sqlite, x } from "../row.js";
import type { Server } from "../servers/server.js";
import { takeList } from "./whole-lists.js";

/** What is sealed already: once a run is enough. */
const sealed = new WeakSet<Served["data"]>();

/** The whole list as clients ask for it by default, beside the other order, which is compressed while it is sent. */
export const sealedLists = row({
  title: "lists in gzip",
  headings: ({ engine }) => ({
    sealed_x_limit: x("whole list in gzip, speed relative to nginx with a compressed file", {
      least: engine === sqlite ? 0.3 : 0.25,
    }),
    sealed_x_on_the_fly: x("the same, relative to compressing while it is sent", { least: 15 }),
  }),
  async measure(stage, { data, repute }) {
    const { limit, loader, workshop } = stage;
    if (!sealed.has(data)) {
      await loader.run(seal, data);
      await loader.run(compress, { from: `${workshop.folder}/list.json` });
      sealed.add(data);
    }
    const take = async (server: Server, path: string) => {
      const headers = { ...server.headers, "Accept-Encoding": "gzip" };
      return (await takeList(stage, { ...server, headers }, path)).milliseconds;
    };
    const nginx = limit.kind === "nginx" ? await take(limit, "/list.json") : undefined;
    const whole = await take(repute, "/v2/reviews");
    return {
      sealed_x_limit: nginx && nginx / whole,
      sealed_x_on_the_fly: (await take(repute, "/v2/reviews?order=asc")) / whole,
    };
  },
});

/** Seals the lists of the measured account. */
const seal = job(
  __filename,
  "seal",
  async ({ url, account }: { readonly url: string; readonly account: number }): Promise<number> => {
    const { storage, close } = await openDatabase({ url });
    try {
      return await storage.sealer.seal(account as AccountId);
    } finally {
      await close();
    }
  },
);

/** Puts a file in gzip beside it, as nginx sends it. */
const compress = job(__filename, "compress", async ({ from }: { readonly from: string }) => {
  await pipeline(createReadStream(from), createGzip(), createWriteStream(`${from}.gz`));
});
