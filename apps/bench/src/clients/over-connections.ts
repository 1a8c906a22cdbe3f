import { Agent } from "node:http";

/** Asks so many times over a few connections that are kept; answers requests a second. */
export async function overConnections(
  requests: number,
  connections: number,
  ask: (index: number, agent: Agent) => Promise<unknown>,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let next = 0;
  const askOn = async () => {
    while (next < requests) {
      const index = next;
      next += 1;
      await ask(index, agent);
    }
  };
  const started = performance.now();
  try {
    await Promise.all(Array.from({ length: connections }, askOn));
    return (requests * 1_000) / (performance.now() - started);
  } finally {
    agent.destroy();
  }
}
