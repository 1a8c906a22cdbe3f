import { openDatabase } from "@repute/adapter-typeorm";
import type { AccountId } from "@repute/domain";
import { job } from "../children/job.js";
import type { Download } from "../clients/download.js";
import { download } from "../clients/download.js";
import { timeCopy } from "../postgres/psql.js";
import { median } from "../results/findings.js";
import type { Row } from "../row.js";
import { count } from "../row.js";
import type { PostgresStage, Stage } from "../stage.js";
import { endpoint } from "../stage.js";
import { takeList } from "./whole-lists.js";

/** What one round found on PostgreSQL. */
export type PostgresRound = {
  /** Milliseconds of `psql \copy`, and of the adapter without HTTP. */
  readonly copy: number;
  readonly adapter: number;
  readonly whole: Download;
  /** What is compared with the naive way: the same rows from both. */
  readonly same: Download;
  readonly naive: Download;
};

/** Whole lists from PostgreSQL in every way, one right behind the other. */
export const postgresLists: Row<PostgresRound> = {
  title: "lists on PostgreSQL",
  async measure(stage) {
    const { postgres, bytes, client } = stage;
    if (!postgres) return undefined;
    const { repute, naive, data } = postgres;
    const copy = await copyTime(stage, postgres);
    const whole = await takeList(stage, repute, "/v2/reviews", bytes);
    return {
      copy,
      adapter: await adapterTime(stage, postgres),
      whole,
      same: data.naive.path === "/v2/reviews" ? whole : await takeList(stage, repute, data.naive.path),
      naive: await client.run(download, endpoint(naive, data.naive.path)),
    };
  },
  figures(rounds, { sizes }) {
    const each = (value: (round: PostgresRound) => number) => rounds.map(value);
    return [
      {
        key: "postgres_list_x_copy",
        label: "PostgreSQL: whole list over HTTP, speed relative to psql \\copy",
        unit: "x",
        values: each(({ copy, whole }) => copy / whole.milliseconds),
        target: { least: 1.3 },
      },
      {
        key: "postgres_adapter_x_copy",
        label: "PostgreSQL: the same without HTTP",
        unit: "x",
        values: each(({ copy, adapter }) => copy / adapter),
        target: { least: 0.6 },
      },
      {
        key: "postgres_list_x_naive",
        label: `PostgreSQL: whole list, speed relative to TypeORM's find (${count(sizes.naive)} rows)`,
        unit: "x",
        values: each(({ naive, same }) => naive.milliseconds / same.milliseconds),
        target: { least: 20 },
      },
      {
        key: "postgres_list_first_byte",
        label: "PostgreSQL: whole list, time to the first byte",
        unit: "ms",
        values: each(({ whole }) => whole.firstByte),
        target: { most: 10 },
      },
    ];
  },
};

async function copyTime({ workshop, sizes }: Stage, { server, data }: PostgresStage): Promise<number> {
  const took: number[] = [];
  for (let time = 0; time < sizes.repeats; time += 1) took.push(await timeCopy(workshop, server, data));
  return median(took);
}

async function adapterTime({ loader, sizes }: Stage, { data: { url, account } }: PostgresStage): Promise<number> {
  const { milliseconds, items } = await loader.run(readList, { url, account, times: sizes.repeats });
  if (items !== sizes.rows) throw new Error(`the adapter read ${items} items`);
  return median(milliseconds);
}

type Reading = { readonly url: string; readonly account: number; readonly times: number };

/** Reads the whole list from the adapter, without HTTP, and drops it: milliseconds each time, and how many items. */
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
