import type { IncomingMessage } from "node:http";
import { Agent, get } from "node:http";
import { setImmediate as turn, setTimeout as pause } from "node:timers/promises";

/** What is asked for, over and over; a failure is thrown. */
export type Ask = (index: number) => Promise<void>;

/** Asks `rate` times a second for `seconds`, whether or not what was asked before is answered; returns the milliseconds of each. */
export async function askSteadily(ask: Ask, { rate, seconds }: { readonly rate: number; readonly seconds: number }) {
  const start = performance.now();
  const count = Math.round(rate * seconds);
  const asked: Promise<number>[] = [];
  for (let index = 0; index < count; index += 1) {
    const due = start + (index * 1_000) / rate;
    // Whoever is late still lets what he asked for before be answered.
    await (due > performance.now() ? pause(due - performance.now()) : turn());
    asked.push(timed(() => ask(index), due));
    // A failure is looked at with all others at the end.
    asked.at(-1)?.catch(() => {});
  }
  return Promise.all(asked);
}

/** From when it was due, so that a client that comes late hides nothing. */
async function timed(work: () => Promise<void>, due: number): Promise<number> {
  await work();
  return performance.now() - due;
}

/** The 99th percentile. */
export function p99(milliseconds: readonly number[]): number {
  const sorted = [...milliseconds].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? NaN;
}

/**
 * Asks for paths over so many connections at most, which are kept; a path that is not there is thrown. A connection that
 * the server closed while nothing was asked on it is replaced, as any client does.
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
