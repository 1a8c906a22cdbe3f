import { memoryOf, resetPeak } from "../children/memory.js";
import { newestPath } from "../plan.js";
import { startRepute } from "../servers/start-repute.js";
import type { Stage } from "../stage.js";
import { endpoint } from "../stage.js";

/** A server's memory in megabytes: before its first list, and at most with small and with whole lists. */
export type ListMemory = { readonly idle: number; readonly small: number; readonly whole: number };

/** Takes lists from a server that does nothing else; `undefined` where the system does not tell how much memory it has. */
export async function measureMemory(stage: Stage): Promise<ListMemory | undefined> {
  const { workshop, data, plan, sizes, client } = stage;
  workshop.progress("measuring memory");
  const server = await startRepute(workshop, data);
  const peakWith = async (rows: number, lists: number): Promise<number> => {
    await resetPeak(server.pid);
    for (let count = 0; count < lists; count += 1) {
      await client.run("download", endpoint(server, newestPath(plan.rows, rows)));
    }
    return (await memoryOf(server.pid))?.peak ?? NaN;
  };
  try {
    const idle = (await memoryOf(server.pid))?.now;
    if (idle === undefined) return undefined;
    const small = await peakWith(sizes.small, 2 * plan.rounds);
    return { idle, small, whole: await peakWith(plan.rows, plan.rounds) };
  } finally {
    await server.close();
  }
}
