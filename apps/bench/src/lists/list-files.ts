import { createReadStream } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { Job } from "../children/job.js";
import { itemSplitter } from "./item-splitter.js";

/** Reads the list in a file, item by item; answers how many there are, and throws where it is not JSON. */
export const countItems: Job<{ readonly file: string }, number> = async ({ file }) => {
  let count = 0;
  for await (const _ of itemsOf(file)) count += 1;
  return count;
};

/** Reads two lists side by side; answers how many items each has, and throws where they differ. */
export const compareLists: Job<{ readonly file: string; readonly other: string }, number> = async ({ file, other }) => {
  const others = itemsOf(other);
  let count = 0;
  for await (const item of itemsOf(file)) {
    const { value } = await others.next();
    if (!isDeepStrictEqual(item, value)) throw new Error(`the lists differ at item ${count + 1}`);
    count += 1;
  }
  if (!(await others.next()).done) throw new Error(`the other list has more than ${count} items`);
  return count;
};

async function* itemsOf(file: string): AsyncGenerator<unknown, void> {
  const splitter = itemSplitter();
  for await (const piece of createReadStream(file, { highWaterMark: 1_048_576 })) {
    for (const item of splitter.add(piece as Buffer)) yield JSON.parse(item) as unknown;
  }
  splitter.end();
}
