import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runAlone } from "../children/worker.js";
import { makeNaiveDatabase } from "../naive/make-naive-database.js";
import { type Plan, sizesOf } from "../plan.js";
import type { Workshop } from "../workshop.js";
import { type Data, makeData } from "./make-data.js";

/** Data of the measured account, in the database of the service and in the database of the baseline. */
export type Prepared = Data & { readonly naiveUrl: string };

/** Creates the databases of a run. With `--keep`, reuses databases from an earlier run. */
export async function prepareData(workshop: Workshop, { rows, keep }: Plan): Promise<Prepared> {
  const folder = keep ?? workshop.folder;
  await mkdir(folder, { recursive: true });
  const name = join(folder, `practice-${rows}`);
  const stored = await storedData(`${name}.json`);
  if (stored) return stored;
  const [file, naiveFile] = [`${name}.db`, `${name}-naive.db`];
  // The JSON file is missing if an earlier run was interrupted. Delete the databases of that run.
  for (const old of [file, `${file}-wal`, `${file}-shm`, naiveFile]) await rm(old, { force: true });
  const data = await runAlone(workshop, makeData, { url: `sqlite:${file}`, sizes: sizesOf(rows) });
  workshop.progress("copying the records for the baseline");
  await runAlone(workshop, makeNaiveDatabase, { from: file, to: naiveFile });
  const prepared = { ...data, naiveUrl: `sqlite:${naiveFile}` };
  await writeFile(`${name}.json`, JSON.stringify(prepared), { mode: 0o600 });
  return prepared;
}

async function storedData(file: string): Promise<Prepared | undefined> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  return text === undefined ? undefined : (JSON.parse(text) as Prepared);
}
