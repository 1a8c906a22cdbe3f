import { readFile, writeFile } from "node:fs/promises";
import { download } from "../clients/download.js";
import type { Row } from "../row.js";
import { startRepute } from "../servers/start-repute.js";
import { endpoint } from "../stage.js";

/** A server's memory in megabytes: before its first list, and at most with small and with whole lists. */
type ListMemory = { readonly idle: number; readonly small: number; readonly whole: number };

/** Lists from a server that does nothing else. */
export const memory: Row<ListMemory> = {
  title: "memory",
  once: true,
  async measure({ workshop, data, plan, client }) {
    const server = await startRepute(workshop, data);
    const peakWith = async (path: string, lists: number): Promise<number> => {
      await resetPeak(server.pid);
      for (let time = 0; time < lists; time += 1) await client.run(download, endpoint(server, path));
      return (await memoryOf(server.pid))?.peak ?? NaN;
    };
    try {
      const idle = (await memoryOf(server.pid))?.now;
      if (idle === undefined) return undefined;
      const small = await peakWith(data.small.path, 2 * plan.rounds);
      return { idle, small, whole: await peakWith("/v2/reviews", plan.rounds) };
    } finally {
      await server.close();
    }
  },
  figures: (found) => [
    {
      key: "list_peak_memory",
      label: "whole list, peak memory of the server",
      unit: "MB",
      values: found.map(({ whole }) => whole),
      target: { most: 130 },
    },
    {
      key: "list_memory_growth",
      label: "the same, more than with a list of 10,000 rows",
      unit: "MB",
      values: found.map(({ whole, small }) => whole - small),
      target: { most: 40 },
    },
    { key: "idle_memory", label: "the same, before the first list", unit: "MB", values: found.map(({ idle }) => idle) },
  ],
};

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
