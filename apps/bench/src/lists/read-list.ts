import { openDatabase } from "@repute/adapter-typeorm";
import type { AccountId } from "@repute/domain";
import type { Job } from "../children/job.js";

export type ReadOrder = { readonly url: string; readonly account: number; readonly times: number };

/** What the adapter read: milliseconds each time, and how many items there were. */
export type Reading = { readonly milliseconds: readonly number[]; readonly items: number };

/** Reads the whole list from the adapter, without HTTP, and drops it. */
export const readList: Job<ReadOrder, Reading> = async ({ url, account, times }) => {
  const { storage, close } = await openDatabase({ url });
  const milliseconds: number[] = [];
  let items = 0;
  try {
    for (let time = 0; time < times; time += 1) {
      items = 0;
      const started = performance.now();
      for await (const { count } of storage.feed.read(account as AccountId, "reviews", {})) items += count;
      milliseconds.push(performance.now() - started);
    }
    return { milliseconds, items };
  } finally {
    await close();
  }
};
