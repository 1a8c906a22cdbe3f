import { Agent, get, type IncomingMessage } from "node:http";
import { setImmediate as turn, setTimeout as pause } from "node:timers/promises";

/** Sends one request. Throws if the request fails. */
export type Ask = (index: number) => Promise<void>;

/**
 * Sends `rate` requests per second for `seconds` seconds, regardless of pending responses.
 * Returns the latency of each request in milliseconds.
 */
export async function askSteadily(ask: Ask, { rate, seconds }: { readonly rate: number; readonly seconds: number }) {
  const start = performance.now();
  const count = Math.round(rate * seconds);
  const requested: Promise<number>[] = [];
  for (let index = 0; index < count; index += 1) {
    const due = start + (index * 1_000) / rate;
    // Let earlier responses be processed, even if the client is late.
    await (due > performance.now() ? pause(due - performance.now()) : turn());
    requested.push(timed(() => ask(index), due));
    // Prevent an unhandled rejection. `Promise.all` throws the error at the end.
    requested.at(-1)?.catch(() => {});
  }
  return Promise.all(requested);
}

/** Measures latency from the scheduled time, so that a late client does not hide latency. */
async function timed(work: () => Promise<void>, due: number): Promise<number> {
  await work();
  return performance.now() - due;
}

/** Returns the 99th percentile. */
export function p99(milliseconds: readonly number[]): number {
  const sorted = [...milliseconds].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? NaN;
}

/**
 * Creates a client with a limited number of persistent connections. `ask` throws if the status is not 200.
 * If the server has closed an idle connection, `ask` retries on a new connection.
 */
export function askingClient(baseUrl: string, token: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const ask = (path: string) =>
    new Promise<void>((resolve, reject) => {
      const read = (response: IncomingMessage) => {
        response.on("error", reject).on("end", resolve).resume();
        if (response.statusCode !== 200) reject(new Error(`${path} was answered ${response.statusCode}`));
      };
      const request = get(baseUrl + path, { agent, headers: { "api-token": token } }, read);
      request.on("error", (error) => {
        if (request.reusedSocket && "code" in error && error.code === "ECONNRESET") ask(path).then(resolve, reject);
        else reject(error);
      });
    });
  return { ask, close: () => agent.destroy() };
}
