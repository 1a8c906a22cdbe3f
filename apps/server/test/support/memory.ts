import { readFile, writeFile } from "node:fs/promises";

/** From now on the most memory is counted anew. */
export const forgetMostMemory = (pid: number): Promise<void> => writeFile(`/proc/${pid}/clear_refs`, "5");

/** The most memory that a process has had, in MB. */
export async function mostMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
}
