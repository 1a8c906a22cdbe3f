import { readFile, writeFile } from "node:fs/promises";
import { download } from "../clients/download.js";
import { mb, row } from "../row.js";
import { startRepute } from "../servers/start-repute.js";
import { endpoint } from "../stage.js";

/** Measures the memory use of a server that only sends whole lists. */
export const memory = row({
  title: "memory",
  once: true,
  headings: () => ({
    list_peak_memory: mb("Peak memory of the server while it sends whole lists"),
    list_memory: mb("Memory growth of the server while it sends whole lists", { max: 40 }),
  }),
  async measure({ workshop, plan, client }, { data }) {
    const server = await startRepute(workshop, data);
    try {
      const idle = (await memoryOf(server.pid))?.now;
      await resetPeak(server.pid);
      for (let time = 0; time < plan.rounds; time += 1) await client.run(download, endpoint(server, "/v2/reviews"));
      const peak = (await memoryOf(server.pid))?.peak;
      return { list_peak_memory: peak, list_memory: peak && idle && peak - idle };
    } finally {
      await server.close();
    }
  },
});

/** Memory use of a process in megabytes (1,000,000 bytes): the current value, and the peak since the last reset. */
type Memory = { readonly now: number; readonly peak: number };

/** Returns the memory use of a process, or undefined if the operating system does not report it. */
export async function memoryOf(pid: number): Promise<Memory | undefined> {
  return readFile(`/proc/${pid}/status`, "utf8").then(memoryIn, () => undefined);
}

/** Resets the peak memory use of a process to the current value. */
async function resetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, "5").catch(() => undefined);
}

/**
 * Runs `work` in this process.
 * Returns its result, the time in milliseconds, and the increase in memory use in megabytes.
 */
export async function watched<T>(work: () => Promise<T>) {
  await resetPeak(process.pid);
  const idle = (await memoryOf(process.pid))?.now;
  const started = performance.now();
  const result = await work();
  const milliseconds = performance.now() - started;
  const peak = (await memoryOf(process.pid))?.peak;
  return { result, milliseconds, memory: peak === undefined || idle === undefined ? undefined : peak - idle };
}

/** Parses the memory use in `/proc/PID/status`. */
export function memoryIn(status: string): Memory | undefined {
  const [now, peak] = ["VmRSS", "VmHWM"].map((name) => {
    const kibibytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1];
    return kibibytes === undefined ? undefined : (Number(kibibytes) * 1_024) / 1_000_000;
  });
  return now === undefined || peak === undefined ? undefined : { now, peak };
}
