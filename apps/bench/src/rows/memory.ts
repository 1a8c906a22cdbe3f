import { readFile, writeFile } from "node:fs/promises";
import { download } from "../clients/download.js";
import type { Data } from "../data/make-data.js";
import type { Row } from "../row.js";
import { keyOn } from "../row.js";
import { startRepute } from "../servers/start-repute.js";
import type { Stage } from "../stage.js";
import { endpoint } from "../stage.js";

/** A server's memory in megabytes: before its first list, and at most with whole lists. */
type ListMemory = { readonly idle: number; readonly whole: number };

/** Lists from a server that does nothing else. */
const listMemory = (engine: string, dataOf: (stage: Stage) => Data | undefined): Row<ListMemory> => ({
  title: `${engine}memory`,
  once: true,
  async measure(stage) {
    const data = dataOf(stage);
    if (!data) return undefined;
    const { workshop, plan, client } = stage;
    const server = await startRepute(workshop, data);
    try {
      const idle = (await memoryOf(server.pid))?.now;
      if (idle === undefined) return undefined;
      await resetPeak(server.pid);
      for (let time = 0; time < plan.rounds; time += 1) await client.run(download, endpoint(server, "/v2/reviews"));
      return { idle, whole: (await memoryOf(server.pid))?.peak ?? NaN };
    } finally {
      await server.close();
    }
  },
  figures: (found) => [
    {
      key: keyOn(engine, "list_peak_memory"),
      label: `${engine}whole list, peak memory of the server`,
      unit: "MB",
      values: found.map(({ whole }) => whole),
      target: { most: 130 },
    },
    {
      key: keyOn(engine, "list_memory_growth"),
      label: `${engine}the same, more than before the first list`,
      unit: "MB",
      values: found.map(({ whole, idle }) => whole - idle),
      target: { most: 40 },
    },
    {
      key: keyOn(engine, "idle_memory"),
      label: `${engine}the same, before the first list`,
      unit: "MB",
      values: found.map(({ idle }) => idle),
    },
  ],
});

export const memoryOnSqlite = listMemory("", ({ data }) => data);
export const memoryOnPostgres = listMemory("PostgreSQL: ", ({ postgres }) => postgres?.data);

/** How much memory a process has, in megabytes of 1,000,000 bytes: now, and at most since the last reset. */
type Memory = { readonly now: number; readonly peak: number };

/** A process's memory; `undefined` where the system does not tell. */
export async function memoryOf(pid: number): Promise<Memory | undefined> {
  return readFile(`/proc/${pid}/status`, "utf8").then(memoryIn, () => undefined);
}

/** Lets the peak begin again with what the process has now. */
export async function resetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, "5").catch(() => undefined);
}

/** What a process's status says of its memory. */
export function memoryIn(status: string): Memory | undefined {
  const [now, peak] = ["VmRSS", "VmHWM"].map((name) => {
    const kibibytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1];
    return kibibytes === undefined ? undefined : (Number(kibibytes) * 1_024) / 1_000_000;
  });
  return now === undefined || peak === undefined ? undefined : { now, peak };
}
