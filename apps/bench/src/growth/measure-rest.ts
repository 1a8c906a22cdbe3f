import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { endProcess, type Workshop } from "../workshop.js";
import { costsOf, idsOf, type Processes } from "./costs.js";
import type { MeasuredCosts } from "./lines.js";

/** Milliseconds until the jobs of a new server have finished their work, and duration of the measurement. */
const [untilRest, minute] = [130_000, 60_000];

/** Measures servers at rest, all at the same time. Returns the costs in the order of the servers. */
export async function measureRest(
  workshop: Workshop,
  servers: readonly Processes[],
): Promise<readonly MeasuredCosts[]> {
  workshop.progress("waiting until all servers are at rest");
  await setTimeout(untilRest);
  workshop.progress("measuring one minute at rest");
  return Promise.all(
    servers.map(async (processes, index) => {
      const trace = await traceFsyncs(workshop, processes, index);
      const { cpu } = await costsOf(processes, () => setTimeout(minute));
      const fsyncs = await trace();
      return { rest: cpu, ...(fsyncs !== undefined && { rest_fsyncs: fsyncs }) };
    }),
  );
}

/** Counts fsyncs with strace. Returns a function that ends the count, which is undefined if strace cannot count. */
async function traceFsyncs(
  { adopt, folder }: Workshop,
  processes: Processes,
  index: number,
): Promise<() => Promise<number | undefined>> {
  const file = join(folder, `fsyncs-${index}`);
  const ids = await idsOf(processes);
  const options = ["-f", "-q", "-e", "trace=fsync,fdatasync", "-o", file, ...ids.flatMap((id) => ["-p", String(id)])];
  const child = adopt(spawn("strace", options, { stdio: "ignore" }));
  const started = await once(child, "spawn").then(
    () => true,
    () => false,
  );
  return async () => {
    if (!started || child.exitCode !== null) return undefined;
    await endProcess(child);
    return (await readFile(file, "utf8")).split("\n").filter((line) => /\bf(data)?sync\(/.test(line)).length;
  };
}
