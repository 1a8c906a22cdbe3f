import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { parse } from "csv-parse";
import { job } from "../children/job.js";

/** A table in a file, and how many rows it has. */
export type TableOrder = { readonly file: string; readonly rows: number };

/** Reads every cell of a file, and nothing else; returns milliseconds. */
export const timeParse = job(__filename, "timeParse", async ({ file }: TableOrder) => {
  const started = performance.now();
  const parser = parse().on("data", () => {});
  await pipeline(createReadStream(file), parser);
  return performance.now() - started;
});
