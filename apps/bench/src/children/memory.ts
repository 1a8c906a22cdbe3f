import { readFile, writeFile } from "node:fs/promises";

/** How much memory a process has, in megabytes of 1,000,000 bytes: now, and at most since the last reset. */
export type Memory = { readonly now: number; readonly peak: number };

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
