import { createReadStream } from "node:fs";
import { parse } from "csv-parse";
import { job } from "../children/job.js";

/** A table in a file, and how many rows it has. */
export type TableOrder = { readonly file: string; readonly rows: number };

/** Reads every cell of a file, and nothing else; returns rows a second. */
export const timeParse = job(__filename, "timeParse", async ({ file, rows }: TableOrder) => {
  const started = performance.now();
  const parser = createReadStream(file).pipe(parse());
  await new Promise(
    (resolve, reject) =>
      void parser
        .on("data", () => {})
        .on("end", resolve)
        .on("error", reject),
  );
  return (rows * 1_000) / (performance.now() - started);
});
