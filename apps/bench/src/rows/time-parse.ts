import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { parse } from "csv-parse";
import { job } from "../children/job.js";

/** A CSV file and its number of rows. */
export type TableOrder = { readonly file: string; readonly rows: number };

/** Parses every cell of a CSV file and discards the cells. Returns milliseconds. */
export const timeParse = job(__filename, "timeParse", async ({ file }: TableOrder) => {
  const started = performance.now();
  const parser = parse().on("data", () => {});
  await pipeline(createReadStream(file), parser);
  return performance.now() - started;
});
