import { rm } from "node:fs/promises";
import { join } from "node:path";
import { newestPath, windowPaths } from "../plan.js";
import type { Server } from "../servers/server.js";
import type { Rivals, Stage } from "../stage.js";
import { endpoint } from "../stage.js";

/** The service's whole list as a file, found to be right. */
export type CheckedList = { readonly file: string; readonly bytes: number };

/** Takes every kind of answer once: all items must be there, and both servers must say the same. */
export async function checkAnswers(stage: Stage, { repute, naive }: Rivals): Promise<CheckedList> {
  const { workshop, plan, sizes, client } = stage;
  workshop.progress("checking the answers");
  const file = join(workshop.folder, "list.json");
  const bytes = await client.run("saveBody", { ...endpoint(repute, "/v2/reviews"), file });
  expectCount(await client.run("countItems", { file }), plan.rows);
  await compare(
    stage,
    repute,
    newestPath(plan.rows, sizes.naive),
    naive,
    newestPath(plan.rows, sizes.naive),
    sizes.naive,
  );
  const [window, built] = ["/v2/reviews", "/v2/reviews/built"].map((path) => windowPaths(path, plan.rows)[0] ?? "");
  await compare(stage, repute, window ?? "", naive, built ?? "", 100);
  return { file, bytes };
}

async function compare(
  { workshop, client }: Stage,
  one: Server,
  path: string,
  other: Server,
  otherPath: string,
  count: number,
): Promise<void> {
  const files = ["one.json", "other.json"].map((name) => join(workshop.folder, name)) as [string, string];
  await client.run("saveBody", { ...endpoint(one, path), file: files[0] });
  await client.run("saveBody", { ...endpoint(other, otherPath), file: files[1] });
  expectCount(await client.run("compareLists", { file: files[0], other: files[1] }), count);
  for (const file of files) await rm(file);
}

function expectCount(found: number, expected: number): void {
  if (found !== expected) throw new Error(`a list has ${found} items where ${expected} were expected`);
}
