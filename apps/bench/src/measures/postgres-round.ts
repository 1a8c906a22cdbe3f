import type { Download } from "../clients/download.js";
import { newestPath } from "../plan.js";
import { timeCopy } from "../postgres/time-copy.js";
import { median } from "../results/statistics.js";
import type { PostgresStage, Stage } from "../stage.js";
import { endpoint } from "../stage.js";
import type { FilteredLists } from "./filtered-lists.js";
import { measureFilteredLists } from "./filtered-lists.js";
import { takeList } from "./list-round.js";
import { smallRequestMeanwhile } from "./meanwhile.js";

/** What one round found on PostgreSQL. */
export type PostgresRound = {
  /** Milliseconds of `psql \copy`, and of the adapter without HTTP. */
  readonly copy: number;
  readonly adapter: number;
  readonly whole: Download;
  /** What is compared with the naive way: the same rows from both. */
  readonly same: Download;
  readonly naive: Download;
  readonly filtered: FilteredLists;
  readonly smallRequest: number;
};

/** Takes whole lists from PostgreSQL in every way, one right behind the other. */
export async function measurePostgres(stage: Stage, postgres: PostgresStage, bytes: number): Promise<PostgresRound> {
  const { plan, sizes, client } = stage;
  const { repute, naive } = postgres;
  const samePath = newestPath(plan.rows, sizes.naive);
  const copy = await copyTime(stage, postgres);
  const whole = await takeList(stage, repute, "/v2/reviews", bytes);
  return {
    copy,
    adapter: await adapterTime(stage, postgres),
    whole,
    same: sizes.naive === plan.rows ? whole : await takeList(stage, repute, samePath),
    naive: await client.run("download", endpoint(naive, samePath)),
    filtered: await measureFilteredLists(stage, repute),
    smallRequest: await smallRequestMeanwhile(stage, repute),
  };
}

async function copyTime({ workshop, sizes }: Stage, { server, data }: PostgresStage): Promise<number> {
  const took: number[] = [];
  for (let count = 0; count < sizes.repeats; count += 1) took.push(await timeCopy(workshop, server, data));
  return median(took);
}

async function adapterTime({ loader, plan, sizes }: Stage, { data }: PostgresStage): Promise<number> {
  const { url, account } = data;
  const { milliseconds, items } = await loader.run("readList", { url, account, times: sizes.repeats });
  if (items !== plan.rows) throw new Error(`the adapter read ${items} items`);
  return median(milliseconds);
}
