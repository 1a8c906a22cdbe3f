import { openDatabase } from "@repute/adapter-typeorm";
import type { AccountId } from "@repute/domain";
import { job } from "../children/job.js";
import { timeCopy } from "../postgres/psql.js";
import { median } from "../results/findings.js";
import { row, x } from "../row.js";
import { takeList } from "./whole-lists.js";

/**
 * Compares three ways to read the whole list from PostgreSQL: over HTTP, from the adapter alone, and with `psql \copy`.
 */
export const besidePsql = row({
  title: "lists beside psql",
  headings: () => ({
    list_x_copy: x("Speed of a whole list over HTTP, relative to psql \\copy", {
      min: 1.3,
    }),
    adapter_x_copy: x("Speed of a whole list read without HTTP, relative to psql \\copy", {
      min: 0.6,
    }),
  }),
  async measure(stage, { server, repute, data }) {
    if (!server) throw new Error("psql has nothing to copy from");
    const { workshop, sizes, bytes, loader } = stage;
    const copies: number[] = [];
    for (let time = 0; time < sizes.repeats; time += 1) copies.push(await timeCopy(workshop, server, data));
    const copy = median(copies);
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
