import { createReadStream } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Prepared } from "./data/accounts.js";
import { saveBody } from "./servers/clients.js";
import type { Server } from "./servers/servers.js";
import { job, type Worker, type Workshop } from "./workshop.js";

/** The service and the baseline (the naive server), which serve the same data. */
export type Rivals = { readonly data: Prepared; readonly repute: Server; readonly naive: Server };

/** The whole list from the service's response. It was verified and saved as a file. */
export type CheckedList = { readonly file: string; readonly bytes: number };

/** Requests every kind of list once. Throws if items are missing or the two servers return different items. */
export async function checkLists(
  { folder, progress }: Workshop,
  client: Worker,
  { data, repute, naive }: Rivals,
  rows: number,
): Promise<CheckedList> {
  progress("checking the responses");
  const [file, lines] = [join(folder, "list.json"), join(folder, "list.ndjson")];
  const bytes = await client.run(saveBody, { ...repute, path: "/v2/reviews", file });
  const ndjson = { ...repute.headers, Accept: "application/x-ndjson" };
  await client.run(saveBody, { ...repute, headers: ndjson, path: "/v2/reviews", file: lines });
  expectCount(await client.run(countLines, { file: lines }), rows);
  await rm(lines);
  const [hundred = data.naive] = data.hundreds;
  await compare([repute, data.naive.path], [naive, data.naive.path], data.naive.count);
  await compare(
    [repute, hundred.path],
    [naive, hundred.path.replace("/v2/reviews", "/v2/reviews/built")],
    hundred.count,
  );
  return { file, bytes };

  async function compare(one: readonly [Server, string], other: readonly [Server, string], count: number) {
    const files = ["one.json", "other.json"].map((name) => join(folder, name)) as [string, string];
    await client.run(saveBody, { ...one[0], path: one[1], file: files[0] });
    await client.run(saveBody, { ...other[0], path: other[1], file: files[1] });
    expectCount(await client.run(compareLists, files), count);
    for (const each of files) await rm(each);
  }
}

/** Counts the lines of a file. The file is streamed, because a whole list may exceed the maximum string length. */
const countLines = job(__filename, "countLines", async ({ file }: { readonly file: string }) => {
  let count = 0;
  for await (const piece of createReadStream(file, { highWaterMark: 1_048_576 })) {
    const bytes = piece as Buffer;
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count += 1;
  }
  return count;
});

/** Returns the number of items in two equal lists. Throws if the lists differ. */
const compareLists = job(__filename, "compareLists", async (files: readonly [string, string]) => {
  const [one = [], other = []] = await Promise.all(files.map(itemsOf));
  const differs = one.findIndex((item, index) => !isDeepStrictEqual(item, other[index]));
  if (differs !== -1) {
    throw new Error(`item ${differs} differs: ${JSON.stringify(one[differs])} and ${JSON.stringify(other[differs])}`);
  }
  if (other.length > one.length) throw new Error(`the other list has ${other.length} items, not ${one.length}`);
  return one.length;
});

const itemsOf = async (file: string) =>
  (JSON.parse(await readFile(file, "utf8")) as { readonly items: readonly unknown[] }).items;

function expectCount(found: number, expected: number): void {
  if (found !== expected) throw new Error(`a list has ${found} items where ${expected} were expected`);
}
